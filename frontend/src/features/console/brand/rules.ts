import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { paths } from "@/config/paths";
import type { Face, Layout, Scheme } from "./api";

export type Theme = "light" | "dark";
export type Variables = Readonly<Record<string, string>>;

/** What each colour is for, in the order in which one chooses them. */
export const colorNames: readonly (readonly [string, MessageDescriptor])[] = [
  ["accent", msg`Primary button`],
  ["pine", msg`Headings and links`],
  ["ink", msg`Text`],
  ["slate", msg`Quiet text`],
  ["snow", msg`Page`],
  ["stone", msg`Warm areas`],
  ["sky", msg`Cool areas`],
  ["ridge", msg`The ridge line`],
];

export const faceNames: Readonly<Record<Face, MessageDescriptor>> = {
  display: msg`Headings of the layout`,
  "noto-sans": msg`Plain`,
  "noto-serif": msg`Classic, with serifs`,
  mixed: msg`Headings with serifs`,
};

/** One of a few to choose from. */
export interface Option<Value> {
  value: Value;
  label: MessageDescriptor;
  text?: MessageDescriptor;
}

export const layouts: readonly Option<Layout>[] = [
  {
    value: "panorama",
    label: msg`Panorama`,
    text: msg`A picture across the screen, rounded cards with shadows, bold condensed headings`,
  },
  {
    value: "editorial",
    label: msg`Editorial`,
    text: msg`Text beside the picture, sharp corners, thin lines and icons, headings with serifs`,
  },
];

export const schemes: readonly Option<Scheme>[] = [
  { value: "auto", label: msg`Follow the visitor's device` },
  { value: "light", label: msg`Always light` },
];

/** Pictures of the brand, those first that one changes first. */
export const pictureNames: readonly (readonly [string, MessageDescriptor])[] = [
  ["logo", msg`Logo`],
  ["hero", msg`Home, on wide screens`],
  ["heroPortrait", msg`Home, on phones`],
  ["quizHero", msg`Quiz, on wide screens`],
  ["quizHeroPortrait", msg`Quiz, on phones`],
  ["shareImage", msg`When a link is shared`],
  ["favicon", msg`Browser icon`],
  ["ridge", msg`Line above the foot`],
];

/** Real pages of the site that show most of a brand. */
export const previewPages: readonly (readonly [string, MessageDescriptor])[] = [
  [paths.home, msg`Home`],
  [paths.booking, msg`Booking`],
  [paths.quiz, msg`Quiz`],
];

/** Gives a page of ours the layout, colours and face that are being tried, in one theme. What the page says is kept. */
export function dress(page: Document, variables: Variables, theme: Theme, layout: Layout): void {
  // A frame whose page is still arriving has none; it is dressed once it is there.
  const root: HTMLElement | null = page.documentElement;
  if (!root) return;
  root.dataset.theme = theme;
  root.dataset.layout = layout;
  for (const [name, value] of Object.entries(variables)) root.style.setProperty(`--${name}`, value);
}
