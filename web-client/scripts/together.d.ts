import type { Plugin } from "vite";

export function together(
  id: string,
  graph: { getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null },
): string | null;
export function inSight(): Plugin;
export function stillAway(part: string, files: string[], of: { hostType: "html" | "js" }): string[];
export function asRoom(): Plugin;
