import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { isLegacy, landingTarget, legacyPaths } from "./legacy-paths";

it("is the list that the server has", () => {
  const file = readFileSync(join(process.cwd(), "..", "platform/src/abano/site/routes.py"), "utf8");
  const list = /LEGACY = frozenset\(\s*\{([^=]*)\}\s*\)/.exec(file)?.[1] ?? "";
  const server = [...list.matchAll(/"([^"]+)"/g)].map((match) => match[1]);
  expect(server.length).toBeGreaterThan(20);
  expect([...legacyPaths].sort()).toEqual(server.sort());
});

it.each([
  ["/contact", true],
  ["/Contact/", true],
  ["/%7Bhash%7D", true],
  ["/9f86d081884c7d65", true],
  ["/car/niva-2", true],
  ["/car/17", true],
  ["/why-renting-a-4x4-in-georgia-is-the-1-choice", true],
  ["/ru", true],
  ["/facade", false],
  ["/deadbeef", false],
  ["/car", false],
  ["/car/1/2", false],
  ["/why-not", false],
  ["/booking/extra", false],
  ["/%", false],
])("%s is old: %s", (path, old) => expect(isLegacy(path)).toBe(old));

it.each([
  ["?utm_source=x", "", "/?utm_source=x"],
  ["?a=1", "#cars", "/?a=1#cars"],
  ["", "#gclid=abc", null],
  ["?a=1", "#!/x?GCLID=abc", null],
])("the Tbilisi landing address with %s %s leads to %s", (search, hash, target) => {
  expect(landingTarget(search, hash)).toBe(target);
});
