import { expect, it } from "vitest";
import { isLegacy, landingTarget } from "./legacy-paths";

it("knows no address that is not even text", () => expect(isLegacy("/%")).toBe(false));

it.each([
  ["?utm_source=x", "", "/?utm_source=x"],
  ["?a=1", "#cars", "/?a=1#cars"],
  ["", "#gclid=abc", null],
  ["?a=1", "#!/x?GCLID=abc", null],
])("the Tbilisi landing address with %s %s leads to %s", (search, hash, target) => {
  expect(landingTarget(search, hash)).toBe(target);
});
