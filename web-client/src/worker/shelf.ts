/**
 * What is kept for when the server cannot be reached: a page that says so, and the files of this version of the page,
 * whose names change with what is in them. A page is always asked of the server first, so that nobody is shown an
 * old one; what the server answers for its routes is never kept.
 */

/** What the page without a connection is made of; a new version of this worker brings it anew. */
const SHELL = ["/offline.html", "/offline.js", "/offline.css", "/icon.svg"] as const;
const SHELL_CACHE = "sindillo-shell";
const FILES_CACHE = "sindillo-files";
/** Routes of the server, which answer for themselves. */
const ROUTES = ["/api", "/ws", "/healthz", "/readyz"];

export type Handling = "page" | "file" | "shell" | "none";

/** What this worker does with a request. */
export function handlingOf(method: string, mode: string, url: URL, origin: string): Handling {
  if (method !== "GET" || url.origin !== origin) return "none";
  if (ROUTES.some((root) => url.pathname === root || url.pathname.startsWith(`${root}/`))) return "none";
  if (mode === "navigate") return "page";
  if (url.pathname.startsWith("/assets/")) return "file";
  return SHELL.some((path) => path === url.pathname) ? "shell" : "none";
}

/** Brings the page without a connection, past what the browser remembers of it. */
export async function stock(): Promise<void> {
  const cache = await caches.open(SHELL_CACHE);
  await cache.addAll(SHELL.map((path) => new Request(path, { cache: "reload" })));
}

/** Throws away what is not of this version. */
export async function prune(files: readonly string[]): Promise<void> {
  for (const name of await caches.keys())
    if (name !== SHELL_CACHE && name !== FILES_CACHE) await caches.delete(name);
  const cache = await caches.open(FILES_CACHE);
  const current = new Set(files);
  for (const request of await cache.keys())
    if (!current.has(new URL(request.url).pathname)) await cache.delete(request);
}

/** A page: from the server, or else the one that says that there is none. */
export async function pageOf(request: Request, preloaded: Promise<Response | undefined>): Promise<Response> {
  try {
    return (await preloaded) ?? (await fetch(request));
  } catch {
    return (await caches.match("/offline.html")) ?? Response.error();
  }
}

/** A file with what is in it in its name: as it was kept, or else from the server. */
export async function fileOf(request: Request): Promise<Response> {
  const kept = await caches.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok && answer.type === "basic") {
    const cache = await caches.open(FILES_CACHE);
    await cache.put(request, answer.clone()).catch(() => undefined);
  }
  return answer;
}

/** A part of the page without a connection: from the server where it can be asked. */
export async function shellOf(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match(request)) ?? Response.error();
  }
}
