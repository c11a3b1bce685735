/** What the guide of `docs/guide` has pages for, by its own list. Pure. */

import { paths } from "@/config/paths";
import readme from "../../../../../docs/guide/README.md?raw";

interface Topic {
  name: string;
  title: string;
  /** What the page is for, in a few words. */
  about: string;
}

/** The pages in the order of the guide's own list. */
export const topics: readonly Topic[] = [
  ...readme.matchAll(/^\| \[(.+?)\]\(([a-z-]+)\.md\) \| (.+?) \|$/gm),
].map(([, title = "", name = "", about = ""]) => ({ name, title, about }));

/** The URL of a help page, or of a part of it. */
export const helpPath = (topic: string, part = "") =>
  `${paths.admin.help}?topic=${topic}${part && `#${part}`}`;

/** The pages whose title or purpose has the text in it. */
export function topicsWith(text: string): Topic[] {
  const low = text.toLowerCase();
  return topics.filter(({ title, about }) => `${title} ${about}`.toLowerCase().includes(low));
}
