import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A JSON file of the platform, which the tests of both languages share. Vitest runs in frontend/. */
export function platformJson<T>(path: string): T {
  return JSON.parse(readFileSync(join(process.cwd(), "..", "platform", path), "utf8")) as T;
}
