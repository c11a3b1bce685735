import { FaqList } from "@/components/ui/faq-list";
import { Picture } from "@/components/ui/picture";
import type { GuideDocument } from "@/features/site/shared/document-query";
import { ChatButton } from "./chat-button";
import { Section } from "./section";

export function Special({ special }: { special: GuideDocument["special"] }) {
  return (
    <Section title={special.title} text={special.text}>
      <ul className="grid gap-5 sm:grid-cols-2">
        {special.places.map((place) => (
          <li key={place.name} className="overflow-hidden rounded-card bg-white shadow-card">
            <Picture
              picture={place.image}
              alt={place.alt}
              sizes="(min-width: 640px) 32rem, 100vw"
              width={960}
              height={600}
              className="aspect-8/5 w-full object-cover"
            />
            <div className="p-5">
              <h3 className="text-lg font-bold">{place.name}</h3>
              <p className="mt-1 text-slate">{place.text}</p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}

const verdicts = {
  best: "border-pine bg-sky",
  careful: "border-line bg-stone",
  avoid: "border-danger bg-white",
};

export function BestTime({ seasons }: { seasons: GuideDocument["bestTime"] }) {
  return (
    <Section title={seasons.title} text={seasons.text}>
      <ul className="grid gap-3 sm:grid-cols-2">
        {seasons.seasons.map((season) => (
          <li key={season.name} className={`rounded-card border-l-4 p-5 ${verdicts[season.verdict]}`}>
            <h3 className="font-bold">{season.name}</h3>
            <p className="text-sm font-semibold text-pine">{season.months}</p>
            <p className="mt-1 text-slate">{season.text}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}

interface ListsProps {
  lists: GuideDocument["preparation"];
  chat?: { label: string; kind: "guideInformation" | "guideRental" };
}

export function Lists({ lists, chat }: ListsProps) {
  return (
    <Section title={lists.title} text={lists.text}>
      {lists.image && (
        <Picture
          picture={lists.image}
          alt={lists.alt || undefined}
          sizes="(min-width: 1024px) 64rem, 100vw"
          width={960}
          height={600}
          className="aspect-8/5 w-full rounded-card object-cover sm:max-h-96"
        />
      )}
      <div className="grid gap-5 sm:grid-cols-2 sm:[&>:last-child:nth-child(odd)]:col-span-2">
        {lists.lists.map((list) => (
          <div key={list.title} className="rounded-card bg-stone p-5">
            <h3 className="font-bold">{list.title}</h3>
            {/* Facts, warnings and rules: no ticks, they are nothing that is included. */}
            <ul className="mt-2 flex list-disc flex-col gap-2 pl-5 text-slate marker:text-accent-ink">
              {list.items.map((item) => (
                <li key={item}>{item}</li>
              ))}
            </ul>
          </div>
        ))}
      </div>
      {lists.note && <p className="text-slate">{lists.note}</p>}
      {chat && <ChatButton {...chat} />}
    </Section>
  );
}

export function Journey({ journey }: { journey: GuideDocument["gettingThere"] }) {
  return (
    <Section title={journey.title} text={journey.text}>
      {journey.image && (
        <Picture
          picture={journey.image}
          alt={journey.alt || undefined}
          sizes="(min-width: 1024px) 64rem, 100vw"
          width={960}
          height={600}
          className="aspect-8/5 w-full rounded-card object-cover sm:max-h-96"
        />
      )}
      <ol className="grid gap-3 sm:grid-cols-2">
        {journey.legs.map((leg) => (
          <li key={leg.start} className="rounded-card border border-line bg-white p-5">
            <h3 className="font-bold">
              {leg.start} → {leg.end}
            </h3>
            <p className="tabular mt-1 text-slate">
              {leg.distance} · {leg.time} · {leg.surface}
            </p>
          </li>
        ))}
      </ol>
      <p className="text-slate">{journey.note}</p>
    </Section>
  );
}

export function GuideFaq({ faq }: { faq: GuideDocument["faq"] }) {
  return (
    <Section title={faq.title}>
      <FaqList questions={faq.questions} />
    </Section>
  );
}

export function Closing({ closing }: { closing: GuideDocument["closing"] }) {
  return (
    <section className="flex flex-col items-start rounded-3xl bg-pine p-6 text-on-pine sm:p-10">
      <h2 className="text-3xl font-bold">{closing.title}</h2>
      <p className="mt-2">{closing.text}</p>
      <ChatButton label={closing.chatButton} kind="guideInformation" />
    </section>
  );
}
