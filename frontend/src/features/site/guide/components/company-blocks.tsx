import { buttonClass } from "@/components/ui/button";
import { Picture } from "@/components/ui/picture";
import type { Block } from "@/features/site/shared/document-query";
import { fold } from "@/lib/names";
import { siteConfig } from "@/lib/site-config";
import { ChatButton } from "./chat-button";
import { Section } from "./section";

export function Cars({ block }: { block: Block<"cars"> }) {
  const shown = siteConfig().cars.filter((car) =>
    block.cars.some((name) => name === car.slug || fold(name) === fold(car.name)),
  );
  if (shown.length === 0) return null;
  return (
    <Section title={block.title} text={block.text}>
      <ul className="grid gap-4 sm:grid-cols-3">
        {shown.map((car) => (
          <li key={car.slug} className="overflow-hidden rounded-card bg-panel shadow-card">
            <Picture
              picture={car.images[0]}
              sizes="(min-width: 640px) 20rem, 100vw"
              width={960}
              height={600}
              className="aspect-8/5 w-full object-cover"
            />
            <p className="p-4 font-bold">{car.name}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}

const chats = { chatInformation: "guideInformation", chatRental: "guideRental" } as const;

export function Action({ block }: { block: Block<"action"> }) {
  const button =
    block.leads === "address" ? (
      <a href={block.href} className={buttonClass("primary", "mt-6 self-start")}>
        {block.button}
      </a>
    ) : (
      <ChatButton label={block.button} kind={chats[block.leads]} />
    );
  if (block.isBanner) {
    return (
      <section className="flex flex-col items-start rounded-3xl bg-pine p-6 text-on-pine sm:p-10">
        <h2 className="text-3xl font-bold">{block.title}</h2>
        <p className="mt-2">{block.text}</p>
        {button}
      </section>
    );
  }
  return (
    <div className="-mt-10 flex flex-col">
      {block.title && <h2 className="mt-10 text-3xl font-bold">{block.title}</h2>}
      {block.text && <p className="mt-2 text-slate">{block.text}</p>}
      {button}
    </div>
  );
}
