/** The few things of Node that these tests use: its full types are not worth a dependency. */

declare module "node:child_process" {
  export interface Child {
    readonly stderr: { on(event: "data", listener: (chunk: { toString(): string }) => void): void };
    readonly stdout: { on(event: "data", listener: (chunk: { toString(): string }) => void): void };
    readonly exitCode: number | null;
    on(event: "exit", listener: () => void): void;
    kill(signal: "SIGTERM" | "SIGKILL"): boolean;
  }
  export function spawn(
    command: string,
    args: readonly string[],
    options: { env: Record<string, string | undefined>; stdio: readonly ["ignore", "pipe", "pipe"] },
  ): Child;
}

declare module "node:fs/promises" {
  export function mkdtemp(prefix: string): Promise<string>;
  export function rm(path: string, options: { recursive: boolean; force: boolean }): Promise<void>;
  export function writeFile(path: string, text: string): Promise<void>;
  export function readFile(path: string, encoding: "utf8"): Promise<string>;
}

declare module "node:net" {
  export interface Server {
    listen(port: number, host: string, ready: () => void): void;
    address(): { readonly port: number } | string | null;
    close(done: () => void): void;
  }
  export function createServer(): Server;
}

declare module "node:os" {
  export function tmpdir(): string;
}

declare module "node:path" {
  export function join(...parts: readonly string[]): string;
}

declare const process: { readonly env: Record<string, string | undefined> };
