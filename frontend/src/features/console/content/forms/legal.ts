import { msg } from "@lingui/core/macro";
import type { Form } from "../rules/fields";
import { textOf } from "../rules/fields";
import { title } from "./shared";

/** Terms of service and privacy policy. */
export const legalForm: Form = [
  {
    id: "text",
    title: msg`Text`,
    fields: [
      title,
      { as: "line", name: "effective", label: msg`From when it holds` },
      { as: "text", name: "introduction", label: msg`Introduction` },
      {
        as: "list",
        name: "sections",
        label: msg`Sections`,
        item: {
          fields: () => [
            { as: "line", name: "heading", label: msg`Heading` },
            { as: "rich", name: "body", label: msg`Text` },
          ],
          title: (section) => textOf(section.heading) || msg`New section`,
          fresh: [{ label: msg`Add a section`, item: { heading: "", body: { type: "doc", content: [] } } }],
        },
      },
    ],
  },
];
