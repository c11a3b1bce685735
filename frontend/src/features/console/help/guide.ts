/** The pages of `docs/guide` as HTML, with their pictures. */

import { Marked } from "marked";
import { helpPath, topics } from "@/features/console/shared/help-topics";

const folder = "../../../../../docs/guide/";
const texts = import.meta.glob<string>("../../../../../docs/guide/*.md", {
  query: "?raw",
  import: "default",
});
const pictures = import.meta.glob<string>("../../../../../docs/images/guide/**/*", {
  query: "?url",
  import: "default",
  eager: true,
});

/** The HTML of a page, of our own texts alone. Null where there is no such page. */
export async function loadTopic(name: string): Promise<string | null> {
  const text = topics.some((topic) => topic.name === name) && (await texts[`${folder}${name}.md`]?.());
  return text ? htmlOf(text) : null;
}

/** As GitHub makes the anchor of a heading, which the guide's links name. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]/gu, "")
    .replaceAll(" ", "-");

function addressOf(href: string): string {
  const [, name = "", part = ""] = /^([a-z-]+)\.md(?:#(.+))?$/.exec(href) ?? [];
  if (href.startsWith("#") || href.startsWith("https://")) return href;
  return topics.some((topic) => topic.name === name) ? helpPath(name, part) : "";
}

const pictureAt = (href: string) => pictures[href.replace("../images", "../../../../../docs/images")] ?? "";

export function htmlOf(text: string): string {
  const marked = new Marked({
    walkTokens: (token) => {
      if (token.type === "image") token.href = pictureAt(token.href);
      // Pictures of a width of their own are written as HTML.
      if (token.type === "html" || token.type === "text") {
        token.text = token.text.replace(
          /src="(\.\.\/images\/[^"]+)"/g,
          (_: string, href: string) => `src="${pictureAt(href)}"`,
        );
      }
    },
    renderer: {
      heading({ tokens, depth, text: heading }) {
        return `<h${depth} id="${anchorOf(heading)}" tabindex="-1">${this.parser.parseInline(tokens)}</h${depth}>`;
      },
      link({ href, tokens }) {
        const address = addressOf(href);
        const words = this.parser.parseInline(tokens);
        return address ? `<a href="${address}">${words}</a>` : words;
      },
    },
  });
  return marked.parse(text, { async: false });
}
