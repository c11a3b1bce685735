import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { components } from "@/api/schema.gen";
import { categories } from "@/features/console/shared/catalog-draft/words";
import { siteConfig } from "@/lib/site-config";
import type { Field, Form, Item, Values } from "../rules/fields";
import { textOf } from "../rules/fields";
import { maxDescriptionLength, maxTitleLength } from "./seo";
import { questions, text, title, titled } from "./shared";

type BlockType = components["schemas"]["PageDocument"]["blocks"][number]["type"];

const tones = [
  { value: "plain", label: msg`Plain` },
  { value: "good", label: msg({ message: "Good", context: "tone" }) },
  { value: "careful", label: msg`With care` },
  { value: "bad", label: msg({ message: "Bad", context: "tone" }) },
];
const tone: Field = { as: "choice", name: "tone", label: msg`Tone`, choices: tones };
const note: Field = { as: "text", name: "note", label: msg`Closing sentence` };
const picture: Field = { as: "picture", name: "picture", label: msg`Image` };
const empty = { src: "", alt: "" };

// As the server has them.
const maxStops = 12;
const ownPlace: Field = { as: "place", name: "place", label: msg`Place` };
const newStop = { place: "", name: "", latitude: null, longitude: null };

/** A stop of a route: one of the company's places, or a name with its point. */
const stop: Item = {
  fields: ({ place }) =>
    place
      ? [ownPlace]
      : [
          ownPlace,
          { as: "line", name: "name", label: msg`Name of the place` },
          { as: "number", name: "latitude", label: msg`Latitude`, hint: msg`In degrees, such as 41.4878.` },
          { as: "number", name: "longitude", label: msg`Longitude` },
        ],
  title: ({ place, name }) =>
    siteConfig().locations.find(({ code }) => code === place)?.name ?? (textOf(name) || msg`New stop`),
  fresh: [{ label: msg`Add a stop`, item: newStop }],
};

interface Block {
  label: MessageDescriptor;
  fields: readonly Field[];
  item: Values;
}

const blocks: Record<BlockType, Block> = {
  text: {
    label: msg`Text`,
    fields: [title, { as: "rich", name: "body", label: msg`Text` }],
    item: { title: "", body: { type: "doc", content: [] } },
  },
  picture: {
    label: msg`Image`,
    fields: [picture, { as: "line", name: "caption", label: msg`Caption` }],
    item: { picture: empty, caption: "" },
  },
  gallery: {
    label: msg`Gallery`,
    fields: [
      title,
      text,
      {
        as: "list",
        name: "items",
        label: msg`Images`,
        item: titled([picture, title, text], msg`Add image`, { picture: empty, title: "", text: "" }),
      },
    ],
    item: { title: "", text: "", items: [] },
  },
  film: {
    label: msg`Video`,
    fields: [
      title,
      text,
      {
        as: "address",
        name: "url",
        label: msg`Address on YouTube, Vimeo, or of a file`,
        hint: msg`Leave empty to use your company's video. Nothing loads from there until a visitor presses play.`,
      },
      { as: "picture", name: "thumbnail", label: msg`Video poster` },
      { as: "day", name: "uploadedOn", label: msg`Uploaded on` },
    ],
    item: { title: "", text: "", url: "", thumbnail: "", uploadedOn: "" },
  },
  map: {
    label: msg`Place on the map`,
    fields: [
      title,
      text,
      { as: "line", name: "label", label: msg`Name of the place` },
      { as: "number", name: "latitude", label: msg`Latitude` },
      { as: "number", name: "longitude", label: msg`Longitude` },
      { as: "address", name: "url", label: msg`Or a map URL` },
    ],
    item: { title: "", text: "", label: "", latitude: null, longitude: null, url: "" },
  },
  route: {
    label: msg({ message: "Route", context: "from stop to stop, on a map" }),
    fields: [
      title,
      text,
      { as: "list", name: "stops", label: msg`Stops, in order`, item: stop, max: maxStops },
      { as: "number", name: "kilometres", label: msg`Kilometres` },
      { as: "number", name: "drivingHours", label: msg`Driving time in hours`, hint: msg`Without breaks.` },
      {
        as: "choice",
        name: "carClass",
        label: msg`Car for this route`,
        hint: msg`The page links to your cars of this kind.`,
        choices: [
          { value: "", label: msg({ message: "Any", context: "kind of car" }) },
          // The same in every language.
          { value: "4x4", label: "4x4" },
          ...Object.entries(categories).flatMap(([value, label]) => (value ? { value, label } : [])),
        ],
      },
      { as: "line", name: "note", label: msg`Why this car (optional)` },
    ],
    item: {
      title: "",
      text: "",
      stops: [],
      kilometres: null,
      drivingHours: null,
      carClass: "",
      note: "",
    },
  },
  lists: {
    label: msg`Lists`,
    fields: [
      title,
      text,
      {
        as: "list",
        name: "lists",
        label: msg`Lists`,
        item: titled(
          [title, tone, { as: "lines", name: "items", label: msg`Entries, one a line` }],
          msg`Add a list`,
          {
            title: "",
            tone: "plain",
            items: [],
          },
        ),
      },
      note,
    ],
    item: { title: "", text: "", lists: [], note: "" },
  },
  facts: {
    label: msg`Facts`,
    fields: [
      title,
      text,
      {
        as: "list",
        name: "facts",
        label: msg`Facts`,
        item: titled(
          [
            { as: "line", name: "label", label: msg`Name` },
            { as: "line", name: "detail", label: msg`Such as when, or how far` },
            text,
            tone,
          ],
          msg`Add a fact`,
          { label: "", detail: "", text: "", tone: "plain" },
        ),
      },
      note,
    ],
    item: { title: "", text: "", facts: [], note: "" },
  },
  cars: {
    label: msg`Cars`,
    fields: [title, text, { as: "lines", name: "cars", label: msg`Names of your cars, one a line` }],
    item: { title: "", text: "", cars: [] },
  },
  questions: {
    label: msg`Questions and answers`,
    fields: [title, { as: "list", name: "questions", label: msg`Questions`, item: questions }],
    item: { title: "", questions: [] },
  },
  action: {
    label: msg`Button`,
    fields: [
      title,
      text,
      { as: "line", name: "button", label: msg`Button text` },
      {
        as: "choice",
        name: "leads",
        label: msg`Where it leads`,
        choices: [
          { value: "address", label: msg`To an address` },
          { value: "chatInformation", label: msg`Into a chat, with a question` },
          { value: "chatRental", label: msg`Into a chat, to rent a car` },
        ],
      },
      { as: "address", name: "href", label: msg`Address, such as /booking` },
      { as: "switch", name: "isBanner", label: msg`On a coloured ground` },
    ],
    item: { title: "", text: "", button: "", leads: "address", href: "/booking", isBanner: false },
  },
};

const blockOf = (item: Values): Block | undefined => blocks[item.type as BlockType];

/** A page of blocks. */
export const pageForm: Form = [
  {
    id: "blocks",
    title: msg`Content`,
    fields: [
      {
        as: "list",
        name: "blocks",
        label: msg`Blocks, from top to bottom`,
        item: {
          fields: (item) => blockOf(item)?.fields ?? [],
          title: (item) => textOf(item.title) || textOf(item.button) || (blockOf(item)?.label ?? ""),
          fresh: Object.entries(blocks).map(([type, { label, item }]) => ({
            label,
            item: { type, ...item },
          })),
        },
      },
    ],
  },
  {
    id: "first",
    title: msg`First screen`,
    fields: [
      {
        as: "group",
        name: "hero",
        label: msg`First screen`,
        fields: [
          title,
          text,
          { as: "line", name: "button", label: msg`Button that leads down to the text` },
          { as: "picture", name: "image", label: msg`Image` },
          { as: "picture", name: "imagePortrait", label: msg`Image on phones` },
        ],
      },
    ],
  },
  {
    id: "search",
    title: msg`Search and menu`,
    fields: [
      { as: "line", name: "title", label: msg`Title`, best: maxTitleLength },
      { as: "text", name: "description", label: msg`Description`, best: maxDescriptionLength },
      { as: "line", name: "keywords", label: msg`Keywords` },
      {
        as: "line",
        name: "menuLabel",
        label: msg`In the menu`,
        hint: msg`Text of its link in the footer. Empty: no link.`,
      },
      { as: "day", name: "publishedOn", label: msg`Publication date for search engines` },
    ],
  },
];
