/** The pages of `docs/guide` as elements, with their pictures. */

import { lexer, type Token, type Tokens } from "marked";
import { createElement, Fragment, type ReactElement, type ReactNode } from "react";
import { Link } from "react-router";
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
const htmlPicture = /<img src="(?<src>[^"]+)" alt="(?<alt>[^"]*)" width="(?<width>\d+)">/g;

/** The Markdown of a page. Null where there is no such page. */
export async function loadTopic(name: string): Promise<string | null> {
  const isListed = topics.some((topic) => topic.name === name);
  return (isListed && (await texts[`${folder}${name}.md`]?.())) || null;
}

/** A page's text. Only what the guide uses of Markdown is known; of HTML, pictures with a width alone. */
export function GuideText({ topic, markdown }: { topic: string; markdown: string }): ReactElement {
  return many(Fragment, lexer(markdown), topic);
}

/** Children as arguments: their order is their only key. */
function many(
  type: string | typeof Fragment,
  tokens: readonly Token[] | undefined,
  topic: string,
  props = {},
) {
  return createElement(
    type,
    props,
    ...(tokens ?? []).map((token) => elementOf(token as Tokens.Generic, topic)),
  );
}

const tags: Record<string, string> = {
  paragraph: "p",
  strong: "strong",
  em: "em",
  del: "del",
  blockquote: "blockquote",
};

function elementOf(token: Tokens.Generic, topic: string): ReactNode {
  const tag = tags[token.type];
  if (tag) return many(tag, token.tokens, topic);
  switch (token.type) {
    case "text":
      return token.tokens ? many(Fragment, token.tokens, topic) : token.text;
    case "heading":
      return many(`h${token.depth}`, token.tokens, topic, { id: anchorOf(token.text), tabIndex: -1 });
    case "codespan":
      return <code>{token.text}</code>;
    case "code":
      return (
        <pre>
          <code>{token.text}</code>
        </pre>
      );
    case "br":
      return <br />;
    case "link":
      return linkOf(token as Tokens.Link, topic);
    case "image":
      return <img src={pictureAt(token.href)} alt={token.text} loading="lazy" />;
    case "html":
      return createElement(Fragment, null, ...[...token.text.matchAll(htmlPicture)].map(htmlPictureOf));
    case "list":
      return createElement(
        token.ordered ? "ol" : "ul",
        null,
        ...(token as Tokens.List).items.map((item) => many("li", item.tokens, topic)),
      );
    case "table":
      return tableOf(token as Tokens.Table, topic);
    default:
      return null;
  }
}

function tableOf({ header, rows }: Tokens.Table, topic: string) {
  // A corner that says nothing heads no column.
  const row = (cells: Tokens.TableCell[], tag: "th" | "td") =>
    createElement("tr", null, ...cells.map((cell) => many(cell.text ? tag : "td", cell.tokens, topic)));
  return (
    <table>
      <thead>{row(header, "th")}</thead>
      {createElement("tbody", null, ...rows.map((cells) => row(cells, "td")))}
    </table>
  );
}

function linkOf({ href, tokens }: Tokens.Link, topic: string) {
  const [, name = "", part = ""] = /^(?:([a-z-]+)\.md)?(?:#(.+))?$/.exec(href) ?? [];
  const isListed = topics.some((each) => each.name === name);
  if (isListed || (part && !name))
    return many(Link as never, tokens, topic, { to: helpPath(name || topic, part) });
  return href.startsWith("https://") ? many("a", tokens, topic, { href }) : many(Fragment, tokens, topic);
}

function htmlPictureOf({ groups }: RegExpMatchArray) {
  const { src = "", alt = "", width } = groups ?? {};
  return <img src={pictureAt(src)} alt={alt} width={width} loading="lazy" />;
}

const pictureAt = (href: string) => pictures[href.replace("../images", "../../../../../docs/images")] ?? "";

/** As GitHub makes the anchor of a heading, which the guide's links name. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]/gu, "")
    .replaceAll(" ", "-");
