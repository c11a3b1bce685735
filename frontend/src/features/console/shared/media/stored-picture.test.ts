import { expect, it } from "vitest";
import { storedPicture } from "./stored-picture";

it.each([
  [
    { mediaId: "a", src: "", alt: "" },
    { mediaId: "a", src: "" },
  ],
  [
    { mediaId: null, src: "/illustrations/a.svg" },
    { mediaId: null, src: "/illustrations/a.svg" },
  ],
  ["/illustrations/a.svg", { mediaId: null, src: "/illustrations/a.svg" }],
  ["", { mediaId: null, src: "" }],
  [undefined, { mediaId: null, src: "" }],
])("%j is read", (value, read) => {
  expect(storedPicture(value)).toEqual(read);
});
