import { msg } from "@lingui/core/macro";
import type { Field, Item, Values } from "../rules/fields";
import { textOf } from "../rules/fields";

export const title: Field = { as: "line", name: "title", label: msg`Title` };
export const text: Field = { as: "text", name: "text", label: msg`Text` };

/** Questions with answers, on the home page and in blocks. */
export const questions: Item = {
  fields: () => [
    { as: "line", name: "question", label: msg`Question` },
    { as: "text", name: "answer", label: msg`Answer` },
  ],
  title: (item) => textOf(item.question) || msg`New question`,
  fresh: [{ label: msg`Add a question`, item: { question: "", answer: "" } }],
};

/** Items that have their own title. */
export function titled(fields: readonly Field[], label: Item["fresh"][number]["label"], item: Values): Item {
  return {
    fields: () => fields,
    title: (one) => textOf(one.title) || textOf(one.name) || textOf(one.label) || "…",
    fresh: [{ label, item }],
  };
}
