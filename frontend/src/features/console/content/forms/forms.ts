import type { Form } from "../rules/fields";
import type { Shape } from "../rules/texts";
import { landingForm } from "./landing";
import { legalForm } from "./legal";
import { pageForm } from "./page";
import { seoForm } from "./seo";

/** How each shape of text is written. */
export const forms: Record<Shape, Form> = {
  landing: landingForm,
  seo: seoForm,
  legal: legalForm,
  page: pageForm,
};
