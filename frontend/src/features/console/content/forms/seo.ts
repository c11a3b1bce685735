import { msg } from "@lingui/core/macro";
import type { Form } from "../rules/fields";
import { textOf } from "../rules/fields";

/** Up to how many characters search engines show. */
export const maxTitleLength = 60;
export const maxDescriptionLength = 155;

/** Titles and descriptions by page, and how the business is listed. */
export const seoForm: Form = [
  {
    id: "pages",
    title: msg`Pages`,
    fields: [
      {
        as: "list",
        name: "pages",
        label: msg`How each page is listed`,
        item: {
          fields: () => [
            { as: "line", name: "title", label: msg`Title`, best: maxTitleLength },
            { as: "text", name: "description", label: msg`Description`, best: maxDescriptionLength },
            { as: "line", name: "keywords", label: msg`Keywords` },
          ],
          title: (page) => textOf(page.path),
          fresh: [],
        },
      },
    ],
  },
  {
    id: "business",
    title: msg`Business`,
    fields: [
      { as: "line", name: "siteName", label: msg`Name of the site` },
      { as: "lines", name: "areaServed", label: msg`Towns and regions, one a line` },
      { as: "line", name: "streetAddress", label: msg`Street and number` },
      { as: "line", name: "city", label: msg`Town` },
      { as: "line", name: "postalCode", label: msg`Postal code` },
      { as: "line", name: "countryCode", label: msg`Country as two letters, such as GE` },
      { as: "number", name: "latitude", label: msg`Latitude` },
      { as: "number", name: "longitude", label: msg`Longitude` },
      { as: "line", name: "openingHours", label: msg`Opening hours, such as Mo-Su 00:00-24:00` },
    ],
  },
];
