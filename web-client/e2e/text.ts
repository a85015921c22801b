/** People in the text mode: everything by the line to write on, everything read in the log. */

import { expect, type Person } from "./world.ts";

export class Writer {
  constructor(readonly person: Person) {}

  get #page() {
    return this.person.page;
  }

  get line() {
    return this.#page.getByRole("textbox", { name: "Write an order" });
  }

  get log() {
    return this.#page.getByRole("log");
  }

  async enters(room: string): Promise<void> {
    await this.#page.goto(`${room}?text`);
    await expect(this.line).toBeVisible();
  }

  async sits(side: "South" | "North"): Promise<void> {
    expect(await this.writes(`sit ${side.toLowerCase()}`)).toContain("You have a seat.");
  }

  async lets(side: "South" | "North"): Promise<void> {
    expect(await this.writes(`start ${side.toLowerCase()}`)).toContain(`You would let ${side} start.`);
  }

  async isReady(): Promise<void> {
    expect(await this.writes("ready")).toContain("You are ready.");
  }

  /** Writes an order and reads what is answered to it. */
  async writes(order: string): Promise<string> {
    const asked = this.#page.locator("[role=log] p.asked");
    const before = await asked
      .last()
      .getAttribute("data-entry", { timeout: 1 })
      .catch(() => null);
    await this.line.fill(order);
    await this.line.press("Enter");
    let answer = "";
    await expect
      .poll(async () => {
        answer = await this.#answerAfter(before);
        return answer;
      })
      .not.toBe("");
    return answer;
  }

  /** What follows the newest order, which must be another one than that of before. */
  async #answerAfter(before: string | null): Promise<string> {
    return this.#page.locator("[role=log]").evaluate((log, before) => {
      const all = [...log.querySelectorAll("p")];
      const at = all.findLastIndex((line) => line.classList.contains("asked"));
      const order = all[at];
      if (!order || order.getAttribute("data-entry") === before) return "";
      const after = all.slice(at + 1).filter((line) => !line.classList.contains("news"));
      return after.map((line) => line.textContent ?? "").join("\n");
    }, before);
  }

  /** Waits until the answer to an order is as wanted. */
  async untilTold(order: string, wanted: RegExp): Promise<string> {
    let answer = "";
    await expect
      .poll(async () => {
        answer = await this.writes(order);
        return answer;
      })
      .toMatch(wanted);
    return answer;
  }

  /** The pits that can be played now, as the answer to `moves` names them. */
  async moves(): Promise<string[]> {
    const told = await this.writes("moves");
    return [...told.matchAll(/^Pit (\d+):/gm)].map(([, pit = ""]) => pit);
  }
}
