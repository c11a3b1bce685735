import { expect, it } from "vitest";
import { landingTarget } from "./legacy-paths";

it.each([
  ["?utm_source=x", "", "/?utm_source=x"],
  ["?a=1", "#cars", "/?a=1#cars"],
  ["", "#gclid=abc", null],
  ["?a=1", "#!/x?GCLID=abc", null],
])("the Tbilisi landing address with %s %s leads to %s", (search, hash, target) => {
  expect(landingTarget(search, hash)).toBe(target);
});
