import { useLingui } from "@lingui/react/macro";
import { Check, X } from "lucide-react";
import type { Block } from "@/features/site/shared/document-query";
import { WidePicture } from "./picture-blocks";
import { Section } from "./section";

type TitledList = Block<"lists">["lists"][number];

export function Lists({ block }: { block: Block<"lists"> }) {
  return (
    <Section title={block.title} text={block.text}>
      <WidePicture picture={block.picture} />
      <div className="grid gap-5 sm:grid-cols-2 sm:[&>:last-child:nth-child(odd)]:col-span-2">
        {block.lists.map((list) => (
          <List key={`${list.tone} ${list.title}`} list={list} />
        ))}
      </div>
      {block.note && <p className="text-slate">{block.note}</p>}
    </Section>
  );
}

function List({ list }: { list: TitledList }) {
  const { t } = useLingui();
  const marks = {
    good: {
      title: t({ message: "Take", comment: "Heading over equipment and cars to take along to a park" }),
      icon: <Check aria-hidden size={18} className="mt-1 shrink-0 text-pine" />,
    },
    bad: {
      title: t`Leave at home`,
      icon: <X aria-hidden size={18} className="mt-1 shrink-0 text-danger" />,
    },
  };
  const mark = list.tone === "good" || list.tone === "bad" ? marks[list.tone] : undefined;
  return (
    <div className="rounded-card bg-stone p-5">
      <h3 className="font-bold">{list.title || mark?.title}</h3>
      {mark ? (
        <ul className="mt-2 flex flex-col gap-2">
          {list.items.map((item) => (
            <li key={item} className="flex gap-2 text-slate">
              {mark.icon}
              {item}
            </li>
          ))}
        </ul>
      ) : (
        // Facts, warnings and rules: no ticks, they are nothing that is included.
        <ul className="mt-2 flex list-disc flex-col gap-2 pl-5 text-slate marker:text-accent-ink">
          {list.items.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

const tones = {
  plain: "border border-line bg-panel",
  good: "border-l-4 border-pine bg-sky",
  careful: "border-l-4 border-line bg-stone",
  bad: "border-l-4 border-danger bg-panel",
};

export function Facts({ block }: { block: Block<"facts"> }) {
  return (
    <Section title={block.title} text={block.text}>
      <WidePicture picture={block.picture} />
      <ul className="grid gap-3 sm:grid-cols-2">
        {block.facts.map((fact) => (
          <li key={fact.label} className={`rounded-card p-5 ${tones[fact.tone ?? "plain"]}`}>
            <h3 className="font-bold">{fact.label}</h3>
            {fact.detail && <p className="tabular text-sm font-semibold text-pine">{fact.detail}</p>}
            {fact.text && <p className="tabular mt-1 text-slate">{fact.text}</p>}
          </li>
        ))}
      </ul>
      {block.note && <p className="text-slate">{block.note}</p>}
    </Section>
  );
}
