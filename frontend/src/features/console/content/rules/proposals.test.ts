import { msg } from "@lingui/core/macro";
import { expect, it } from "vitest";
import type { Field } from "./fields";
import { missingTexts, withEdges } from "./proposals";

const label = msg`Text`;
const fields: Field[] = [
  { as: "line", name: "title", label },
  { as: "address", name: "url", label },
  { as: "rich", name: "body", label },
  { as: "group", name: "search", label, fields: [{ as: "text", name: "description", label }] },
  {
    as: "list",
    name: "items",
    label,
    item: { fields: () => [{ as: "lines", name: "text", label }], title: () => "", fresh: [] },
  },
];
const rich = (...texts: string[]) => ({
  type: "doc",
  content: [{ type: "paragraph", content: texts.map((text) => ({ type: "text", text })) }],
});
const first = {
  title: "Guide",
  url: "https://example.com",
  body: rich("Go by ", "car"),
  search: { description: "By car" },
  items: [{ text: "One" }, { text: "4x4" }, { text: "2026" }],
};

it("finds texts that are empty or still those of the first language", () => {
  const own = {
    ...first,
    title: "მეგზური",
    search: { description: "" },
    items: [{ text: "ერთი" }, { text: "4x4" }, { text: "2026" }],
  };
  expect(missingTexts(fields, first, own, "ka")).toEqual([
    { path: "ka.body.content.0.content.0.text", text: "Go by " },
    { path: "ka.body.content.0.content.1.text", text: "car" },
    { path: "ka.search.description", text: "By car" },
    { path: "ka.items.1.text", text: "4x4" },
  ]);
});

it("leaves a formatted text of another shape alone, and items that the other language does not have", () => {
  const own = {
    ...first,
    title: "x",
    body: rich("Go by car"),
    search: { description: "y" },
    items: [{ text: "z" }],
  };
  expect(missingTexts(fields, first, own, "ka")).toEqual([]);
});

it("keeps parts of a sentence apart", () => {
  expect(withEdges("Go by ", "მანქანით")).toBe("მანქანით ");
});
