import { msg } from "@lingui/core/macro";
import type { Form } from "../rules/fields";
import { textOf } from "../rules/fields";
import type { Shape } from "../rules/texts";
import { landingForm } from "./landing";
import { pageForm } from "./page";
import { seoForm } from "./seo";
import { title } from "./shared";

/** Terms of service and privacy policy. */
const legalForm: Form = [
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

/** How each shape of text is written. */
export const forms: Record<Shape, Form> = {
  landing: landingForm,
  seo: seoForm,
  legal: legalForm,
  page: pageForm,
};
