/** The page in each language: chosen by the browser at first, by the reader from then on. */

import type { Page } from "@playwright/test";
import { isAccessible } from "./axe.ts";
import { expect, type Look, test } from "./world.ts";

interface Tongue {
  readonly code: string;
  readonly locale: string;
  /** Its own name for itself. */
  readonly name: string;
  readonly lobby: string;
  readonly practise: string;
  readonly practice: string;
  readonly open: string;
  /** The button that shows all that a room agreed. */
  readonly how: string;
  readonly look: string;
  readonly close: string;
  /** What is said of the turn in a practice game, for South or North. */
  readonly turn: RegExp;
}

const POLISH: Tongue = {
  code: "pl",
  locale: "pl-PL",
  name: "Polski",
  lobby: "Drużynowa mankala",
  practise: "Poćwicz od razu",
  practice: "Ćwiczenie",
  open: "Otwórz pokój",
  how: "Wszystko, co uzgodniono",
  look: "Wygląd i ruch",
  close: "Zamknij",
  turn: /^Gra (Południe|Północ)$/,
};
const ITALIAN: Tongue = {
  code: "it",
  locale: "it-IT",
  name: "Italiano",
  lobby: "Mancala a squadre",
  practise: "Prova subito",
  practice: "Prova libera",
  open: "Apri una stanza",
  how: "Tutto quello che è stato concordato",
  look: "Aspetto e movimento",
  close: "Chiudi",
  turn: /^Muove (Sud|Nord)$/,
};
const SWAHILI: Tongue = {
  code: "sw",
  locale: "sw-KE",
  name: "Kiswahili",
  lobby: "Mankala ya timu",
  practise: "Fanya mazoezi sasa",
  practice: "Mazoezi",
  open: "Fungua chumba",
  how: "Yote yaliyokubaliwa",
  look: "Mwonekano na mwendo",
  close: "Funga",
  turn: /^Ni zamu ya (Kusini|Kaskazini)$/,
};

test("a browser that reads Polish is spoken to in Polish, and the choice of another language lasts", async ({
  world,
}) => {
  const { page } = await world.person("Zofia", { locale: POLISH.locale });
  const fetched = scripts(page);
  await page.goto("/");
  await speaks(page, POLISH, POLISH.lobby);
  // Nobody else's words come along.
  expect(new Set(await languagesOf(page, fetched))).toEqual(new Set(["pl"]));

  await page.getByRole("button", { name: POLISH.practise }).click();
  await speaks(page, POLISH, POLISH.practice);
  await expect(page.getByRole("heading", { name: POLISH.turn })).toBeVisible();
  const pit = page.locator("[role=gridcell].may-choose").first();
  await expect(pit).toHaveAccessibleName(/nasion/);
  await pit.click();

  let before = POLISH;
  for (const next of [ITALIAN, SWAHILI]) {
    await page.getByRole("button", { name: before.look }).click();
    const dialog = page.getByRole("dialog", { name: before.look });
    await expect(dialog.getByRole("radio", { name: before.name })).toBeChecked();
    await dialog.getByRole("radio", { name: next.name }).check();
    // The dialog itself, the board, the game and what was chosen: all of it, and without a reload.
    await expect(page.getByRole("dialog", { name: next.look })).toBeVisible();
    await page.getByRole("dialog").getByRole("button", { name: next.close }).click();
    await speaks(page, next, next.practice);
    await expect(page.getByRole("heading", { name: next.turn })).toBeVisible();
    await isAccessible(page);
    before = next;
  }
  await expect(pit).toHaveAccessibleName(/kete/);

  await page.reload();
  await speaks(page, SWAHILI, SWAHILI.practice);
  await page.goto("/");
  await speaks(page, SWAHILI, SWAHILI.lobby);
});

test("a language whose words do not come leaves the page as it is, and says so", async ({ world }) => {
  // The browser itself reports what it could not fetch.
  world.expected = /ERR_FAILED/;
  const { page } = await world.person("Ben");
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Team mancala");
  await page.getByRole("button", { name: "Look and motion" }).click();
  const dialog = page.getByRole("dialog", { name: "Look and motion" });
  await expect(dialog).toBeVisible();
  await page.route("**/*.js", (route) => route.abort());
  await dialog.getByRole("radio", { name: "Kiswahili" }).click();
  const told = page.getByRole("complementary", { name: "Messages" });
  await expect(told).toContainText("Kiswahili could not be loaded. Check the connection");
  await expect(dialog.getByRole("radio", { name: "English" })).toBeChecked();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Team mancala");
});

const LOOKS: readonly (Look & { readonly label: string })[] = [
  { label: "wide" },
  { label: "phone", phone: true },
];

for (const tongue of [POLISH, ITALIAN, SWAHILI]) {
  for (const look of LOOKS) {
    test(`the pages in ${tongue.name} have their words, and room for them, ${look.label}`, async ({
      world,
    }, info) => {
      const person = await world.person("Ɔmar Ŋɔŋɔ", { ...look, locale: tongue.locale });
      const { page } = person;
      const picture = (name: string) =>
        page.screenshot({
          path: info.outputPath(`${name}-${tongue.code}-${look.label}.png`),
          fullPage: true,
        });
      const whole = async (name: string) => {
        await picture(name);
        await saysNoKey(page);
        await expect.poll(() => overhang(page)).toEqual([]);
        await isAccessible(page);
      };
      await page.goto("/");
      await speaks(page, tongue, tongue.lobby);
      await whole("lobby");
      await page.getByRole("button", { name: tongue.open, exact: true }).first().click();
      await expect(page.getByRole("dialog")).toBeVisible();
      await whole("open");
      await page.goto("/");
      await page.getByRole("button", { name: tongue.practise }).click();
      await speaks(page, tongue, tongue.practice);
      await page.locator("[role=gridcell].may-choose").first().click();
      await expect(page.locator(".chosen")).toBeVisible();
      await whole("practice");
      await person.enters(await world.room(person, (settings) => ({ ...settings, team_max: 4 })));
      await page.getByRole("button", { name: tongue.how }).click();
      await expect(page.getByRole("dialog")).toBeVisible();
      await whole("how");
      await page.getByRole("dialog").getByRole("button", { name: tongue.close }).click();
      await whole("seats");
      for (const path of ["account", "profile", "leaderboard", "betting", "nowhere"]) {
        await page.goto(`/${path}`);
        await expect(page.locator("main h1")).toBeVisible();
        await page.waitForLoadState("networkidle");
        await whole(path);
      }
    });
  }
}

async function speaks(page: Page, tongue: Tongue, heading: string): Promise<void> {
  await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", tongue.code);
  await saysNoKey(page);
}

/** A text that was not loaded shows its key, as in `lobby.title`. */
async function saysNoKey(page: Page): Promise<void> {
  const said = await page.evaluate(() => {
    const texts: string[] = [document.title];
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(); node; node = walk.nextNode()) texts.push(node.textContent ?? "");
    for (const element of document.querySelectorAll("*"))
      for (const name of ["aria-label", "title", "alt", "placeholder"])
        texts.push(element.getAttribute(name) ?? "");
    return texts.map((text) => text.trim()).filter((text) => text !== "");
  });
  expect(said.length).toBeGreaterThan(5);
  expect(said.filter((text) => /^[a-z_]+(\.[a-z_]+)+$/.test(text) || /\{\w+\}/.test(text))).toEqual([]);
}

/** What sticks out of the window, or whose words do not fit into a button or a heading. */
async function overhang(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const told = (element: Element) =>
      `${element.tagName} ${element.className}: ${element.textContent?.trim()}`;
    const out = [...document.querySelectorAll("button, a, h1, h2, h3, p, label, legend, summary, td, th")]
      .filter(
        (element) => element.checkVisibility() && !element.closest(".unseen, .skip, [aria-hidden=true]"),
      )
      .filter((element) => {
        const { left, right } = element.getBoundingClientRect();
        const cut = getComputedStyle(element).textOverflow === "ellipsis";
        return (
          left < -1 ||
          right > innerWidth + 1 ||
          (!cut && element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0)
        );
      });
    return out.map(told);
  });
}

function scripts(page: Page): string[] {
  const seen: string[] = [];
  page.on("response", (response) => {
    if (response.url().endsWith(".js")) seen.push(response.url());
  });
  return seen;
}

/** In which languages the words of the fetched scripts are, by what each language calls the South. */
async function languagesOf(page: Page, urls: readonly string[]): Promise<string[]> {
  const SOUTH = { South: "en", Południe: "pl", Sud: "it", Kusini: "sw" };
  const texts = await Promise.all(urls.map(async (url) => (await page.request.get(url)).text()));
  return texts.flatMap((text) => {
    const south = /"side\.south":\s*[`"'](\p{L}+)[`"']/u.exec(text)?.[1];
    return south ? [SOUTH[south as keyof typeof SOUTH] ?? south] : [];
  });
}
