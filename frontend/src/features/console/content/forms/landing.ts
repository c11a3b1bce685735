import { msg } from "@lingui/core/macro";
import type { Field, Form } from "../rules/fields";
import { textOf } from "../rules/fields";
import { questions, text, title, titled } from "./shared";

const sectionNames = {
  showcase: msg`Cars`,
  promises: msg`Promises`,
  reviews: msg`Reviews`,
  about: msg`About the company`,
  team: msg`Team`,
  howItWorks: msg`How it works`,
  faq: msg`Questions and answers`,
};

const icons = [
  { value: "wallet", label: msg`Wallet` },
  { value: "road", label: msg`Road` },
  { value: "people", label: msg({ message: "People", context: "icon" }) },
  { value: "border", label: msg`Border` },
  { value: "plane", label: msg`Aeroplane` },
  { value: "clock", label: msg`Clock` },
  { value: "shield", label: msg`Shield` },
  { value: "card", label: msg({ message: "Card", context: "icon" }) },
];

const heading = (name: string): Field => ({ as: "line", name, label: msg`Heading` });

/** The texts of the home page. */
export const landingForm: Form = [
  {
    id: "sections",
    title: msg`Sections`,
    fields: [
      {
        as: "choice",
        name: "sectionOrder",
        label: msg`Order`,
        choices: [
          { value: "layout", label: msg`Of the layout under Brand` },
          { value: "own", label: msg`As below` },
        ],
      },
      {
        as: "list",
        name: "sections",
        label: msg`Sections below the first screen`,
        item: {
          fields: () => [{ as: "switch", name: "isShown", label: msg`Visitors see it` }],
          title: ({ name }) => sectionNames[name as keyof typeof sectionNames] ?? textOf(name),
          fresh: [],
        },
      },
    ],
  },
  {
    id: "first",
    title: msg`First screen`,
    fields: [
      { as: "line", name: "headline", label: msg`Headline` },
      { as: "text", name: "subheadline", label: msg`Subheadline` },
      { as: "line", name: "fleetTitle", label: msg`Heading of the cars` },
      { as: "text", name: "fleetText", label: msg`Text above the cars` },
      { as: "text", name: "policeFinesNote", label: msg`Note on police fines` },
    ],
  },
  {
    id: "promises",
    title: sectionNames.promises,
    fields: [
      {
        as: "list",
        name: "promises",
        label: msg`The first four are also on the first screen`,
        item: titled(
          [title, text, { as: "choice", name: "icon", label: msg`Icon`, choices: icons }],
          msg`Add a promise`,
          { icon: "shield", title: "", text: "" },
        ),
      },
    ],
  },
  {
    id: "reviews",
    title: sectionNames.reviews,
    fields: [
      heading("reviewsTitle"),
      {
        as: "group",
        name: "rating",
        label: msg`Rating elsewhere; without one, the average of the published reviews is shown`,
        fields: [
          { as: "number", name: "value", label: msg`Out of 5` },
          { as: "number", name: "count", label: msg`How many reviews` },
          { as: "line", name: "source", label: msg`Read after the number: “387 Google reviews”` },
          { as: "address", name: "url", label: msg`Link to them` },
        ],
      },
    ],
  },
  {
    id: "about",
    title: sectionNames.about,
    fields: [
      { as: "group", name: "about", label: msg`Story`, fields: [title, text] },
      {
        as: "list",
        name: "stats",
        label: msg`Figures`,
        item: titled(
          [
            { as: "line", name: "value", label: msg`Figure` },
            { as: "line", name: "label", label: msg`What it counts` },
          ],
          msg`Add a figure`,
          { value: "", label: "" },
        ),
      },
      {
        as: "group",
        name: "footer",
        label: msg`Foot of the page`,
        fields: [text, { as: "line", name: "copyright", label: msg`Copyright` }],
      },
    ],
  },
  {
    id: "team",
    title: sectionNames.team,
    fields: [
      heading("teamTitle"),
      {
        as: "list",
        name: "team",
        label: msg({ message: "People", context: "team" }),
        item: titled(
          [
            { as: "line", name: "name", label: msg`Name` },
            { as: "line", name: "position", label: msg`What they do` },
            { as: "picture", name: "image", label: msg`Photo` },
          ],
          msg`Add a person`,
          { name: "", position: "", image: "" },
        ),
      },
    ],
  },
  {
    id: "howItWorks",
    title: sectionNames.howItWorks,
    fields: [
      heading("howTitle"),
      {
        as: "list",
        name: "howItWorks",
        label: msg`Steps`,
        item: titled([title, text, { as: "picture", name: "image", label: msg`Image` }], msg`Add a step`, {
          title: "",
          text: "",
          image: "",
        }),
      },
    ],
  },
  {
    id: "faq",
    title: sectionNames.faq,
    fields: [heading("faqTitle"), { as: "list", name: "faq", label: msg`Questions`, item: questions }],
  },
  {
    id: "search",
    title: msg`For search engines`,
    fields: [{ as: "lines", name: "hiddenText", label: msg`Sentences off screen, one a line` }],
  },
];
