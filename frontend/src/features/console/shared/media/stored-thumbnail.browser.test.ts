import { expect, it } from "vitest";
import { storedPicture } from "./stored-thumbnail";

it.each([
  [
    { mediaId: "a", src: "", alt: "" },
    { mediaId: "a", src: "" },
  ],
  [
    { mediaId: null, src: "/drawings/a.svg" },
    { mediaId: null, src: "/drawings/a.svg" },
  ],
  ["/drawings/a.svg", { mediaId: null, src: "/drawings/a.svg" }],
  ["", { mediaId: null, src: "" }],
  [undefined, { mediaId: null, src: "" }],
])("%j is read", (value, read) => {
  expect(storedPicture(value)).toEqual(read);
});
