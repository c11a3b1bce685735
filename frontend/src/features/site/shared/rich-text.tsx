import { Fragment, type ReactNode } from "react";
import type { components } from "@/api/schema.gen";

type Schemas = components["schemas"];
type RichText = Schemas["RichText"];
type Node = NonNullable<RichText["content"]>[number];
type Inline = NonNullable<Schemas["Paragraph"]["content"]>[number];
type Mark = NonNullable<Schemas["TextRun"]["marks"]>[number];
type ListNode = Schemas["TextList"] | Schemas["InnerList"];

/** What the console's editor wrote: paragraphs, headings, lists, and links. The server lets nothing else through. */
export function RichTextView({ text }: { text: RichText }) {
  return <div className="flex flex-col gap-3 text-slate">{drawn(text.content ?? [])}</div>;
}

const drawn = (nodes: readonly Node[]) =>
  // biome-ignore lint/suspicious/noArrayIndexKey: the text of a page does not change while it is read
  nodes.map((node, place) => <Block key={place} node={node} />);

function Block({ node }: { node: Node | Schemas["Paragraph"] | ListNode }) {
  if (node.type === "paragraph") return <p>{words(node.content)}</p>;
  if (node.type !== "heading") return <List node={node} />;
  return node.attrs.level === 2 ? (
    <h3 className="mt-2 text-xl font-bold text-ink">{words(node.content)}</h3>
  ) : (
    <h4 className="mt-1 font-bold text-ink">{words(node.content)}</h4>
  );
}

function List({ node }: { node: ListNode }) {
  const items = node.content.map((item, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: as above
    <li key={place}>
      {item.content.map((part, inner) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        <Block key={inner} node={part} />
      ))}
    </li>
  ));
  return node.type === "bulletList" ? (
    <ul className="list-disc space-y-1 pl-5 marker:text-accent-ink">{items}</ul>
  ) : (
    <ol className="list-decimal space-y-1 pl-5 marker:font-semibold">{items}</ol>
  );
}

const words = (content: readonly Inline[] = []) =>
  content.map((run, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: as above
    <Fragment key={place}>
      {run.type === "hardBreak" ? <br /> : (run.marks ?? []).reduce(marked, run.text as ReactNode)}
    </Fragment>
  ));

function marked(inner: ReactNode, mark: Mark): ReactNode {
  if (mark.type === "bold") return <strong className="font-semibold text-ink">{inner}</strong>;
  if (mark.type === "italic") return <em>{inner}</em>;
  const { href } = mark.attrs;
  const leaves = href.startsWith("http");
  return (
    <a
      className="underline underline-offset-4"
      href={href}
      {...(leaves && { target: "_blank", rel: "noreferrer" })}
    >
      {inner}
    </a>
  );
}
