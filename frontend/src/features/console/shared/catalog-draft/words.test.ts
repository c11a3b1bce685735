import { expect, test } from "vitest";
import { camelCodeOf, codeOf } from "./words";

test("a code is made out of a name", () => {
  expect(codeOf("Škoda Octavia  Combi")).toBe("skoda-octavia-combi");
  expect(codeOf("თბილისი")).toBe("");
  expect(camelCodeOf("2nd baby seat")).toBe("ndBabySeat");
});
