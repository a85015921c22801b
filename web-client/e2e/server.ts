/** The server under test: the real binary on a port and a data directory of its own, so that many may run at once. */

import { type Child, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const BINARY = process.env.SINDILLO_BIN ?? "../target/debug/sindillo";
const START_MS = 60_000;
/** The system gives a port that is free, and the server says which. */
const ANY_PORT = "127.0.0.1:0";
const LISTENING = /listening on (http:\/\/\S+)/;

/** What a host sets, by the names of the environment. */
export type Settings = Readonly<Record<string, string>>;

export class Server {
  #child: Child | null = null;
  #address = "";
  readonly #log: string[] = [];

  private constructor(
    private readonly data: string,
    private readonly settings: Settings,
  ) {}

  static async start(settings: Settings = {}): Promise<Server> {
    const data = await mkdtemp(join(tmpdir(), "sindillo-e2e-"));
    const server = new Server(data, settings);
    await server.revive();
    return server;
  }

  get address(): string {
    return this.#address;
  }

  /** Starts it again where it was, on the data it left. */
  async revive(): Promise<void> {
    const listen = this.#address.replace("http://", "") || ANY_PORT;
    const options = ["--listen", listen, "--data", this.data, "--web-dir", "dist", "--no-address-limits"];
    const env = { ...process.env, SINDILLO_BOT_DELAY_MS: "50", ...this.settings };
    const child = spawn(BINARY, options, { env, stdio: ["ignore", "pipe", "pipe"] });
    child.stdout.on("data", (chunk) => this.#log.push(chunk.toString()));
    child.stderr.on("data", (chunk) => this.#log.push(chunk.toString()));
    this.#child = child;
    await this.#answers(child);
  }

  /** Lets the holder of an account look after the server, as its host would. */
  async appoint(login: string): Promise<void> {
    const child = spawn(BINARY, ["admin", "grant", login, "--data", this.data], {
      env: process.env,
      stdio: ["ignore", "pipe", "pipe"],
    });
    const said: string[] = [];
    child.stderr.on("data", (chunk) => said.push(chunk.toString()));
    await new Promise<void>((resolve) => child.on("exit", resolve));
    if (child.exitCode !== 0) throw new Error(`nobody was appointed: ${said.join("")}`);
  }

  /** As when the power fails. */
  kill(): Promise<void> {
    return this.#end("SIGKILL");
  }

  async stop(): Promise<void> {
    await this.#end("SIGTERM");
    await rm(this.data, { recursive: true, force: true });
  }

  /** What the server wrote: told when a test fails. */
  get said(): string {
    return this.#log.join("");
  }

  async #end(signal: "SIGTERM" | "SIGKILL"): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (!child || child.exitCode !== null) return;
    const gone = new Promise<void>((resolve) => child.on("exit", resolve));
    child.kill(signal);
    await gone;
  }

  async #answers(child: Child): Promise<void> {
    const until = Date.now() + START_MS;
    while (Date.now() < until && child.exitCode === null) {
      this.#address ||= LISTENING.exec(this.said)?.[1] ?? "";
      const answer = this.#address ? await fetch(`${this.#address}/api/games`).catch(() => null) : null;
      if (answer?.ok) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`the server did not start:\n${this.said}`);
  }
}
