import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A file of the platform, which the tests of both languages share. Vitest runs in frontend/. */
export function platformText(path: string): string {
  return readFileSync(join(process.cwd(), "..", "platform", path), "utf8");
}

/** The same, parsed as JSON. */
export function platformJson<T>(path: string): T {
  return JSON.parse(platformText(path)) as T;
}
