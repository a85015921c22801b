/** The server under test: the real binary on a port and a data directory of its own. */

import { type Child, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

const BINARY = process.env.SINDILLO_BIN ?? "../target/debug/sindillo";
const START_MS = 60_000;

export class Server {
  private constructor(
    readonly address: string,
    private readonly child: Child,
    private readonly data: string,
    private readonly log: string[],
  ) {}

  static async start(): Promise<Server> {
    const data = await mkdtemp(join(tmpdir(), "sindillo-e2e-"));
    const port = await freePort();
    const address = `http://127.0.0.1:${port}`;
    const child = spawn(
      BINARY,
      ["--listen", `127.0.0.1:${port}`, "--data", data, "--web-dir", "dist", "--no-address-limits"],
      { env: { ...process.env, SINDILLO_BOT_DELAY_MS: "50" }, stdio: ["ignore", "pipe", "pipe"] },
    );
    const log: string[] = [];
    child.stdout.on("data", (chunk) => log.push(chunk.toString()));
    child.stderr.on("data", (chunk) => log.push(chunk.toString()));
    const server = new Server(address, child, data, log);
    await server.#answers();
    return server;
  }

  async stop(): Promise<void> {
    const gone = new Promise<void>((resolve) => this.child.on("exit", resolve));
    if (this.child.exitCode === null) {
      this.child.kill("SIGTERM");
      await gone;
    }
    await rm(this.data, { recursive: true, force: true });
  }

  /** What the server wrote: told when a test fails. */
  get said(): string {
    return this.log.join("");
  }

  async #answers(): Promise<void> {
    const until = Date.now() + START_MS;
    while (Date.now() < until) {
      if (this.child.exitCode !== null) break;
      const answer = await fetch(`${this.address}/api/games`).catch(() => null);
      if (answer?.ok) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`the server did not start:\n${this.said}`);
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() =>
        address && typeof address === "object" ? resolve(address.port) : reject(new Error("no port")),
      );
    });
  });
}
