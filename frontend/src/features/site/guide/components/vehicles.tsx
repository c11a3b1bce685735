import { useLingui } from "@lingui/react/macro";
import { Check, X } from "lucide-react";
import { Picture } from "@/components/ui/picture";
import type { GuideDocument } from "@/features/site/shared/document-query";
import { fold } from "@/lib/names";
import { siteConfig } from "@/lib/site-config";
import { ChatButton } from "./chat-button";
import { Section } from "./section";

export function Vehicles({ vehicles }: { vehicles: GuideDocument["vehicles"] }) {
  const { t } = useLingui();
  const { cars } = siteConfig();
  const shown = cars.filter((car) =>
    vehicles.cars.some((name) => name === car.slug || fold(name) === fold(car.name)),
  );
  return (
    <Section title={vehicles.title} text={vehicles.text}>
      <div className="grid gap-5 sm:grid-cols-2">
        <List
          title={t({ message: "Take", comment: "Heading over equipment and cars to take along to a park" })}
          items={vehicles.recommended}
          icon={<Check aria-hidden size={18} className="mt-1 shrink-0 text-pine" />}
        />
        <List
          title={t`Leave at home`}
          items={vehicles.avoid}
          icon={<X aria-hidden size={18} className="mt-1 shrink-0 text-danger" />}
        />
      </div>
      <ul className="grid gap-4 sm:grid-cols-3">
        {shown.map((car) => (
          <li key={car.slug} className="overflow-hidden rounded-card bg-white shadow-card">
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
      <ChatButton label={vehicles.chatButton} kind="guideRental" />
    </Section>
  );
}

function List({ title, items, icon }: { title: string; items: string[]; icon: React.ReactNode }) {
  return (
    <div className="rounded-card bg-stone p-5">
      <h3 className="font-bold">{title}</h3>
      <ul className="mt-2 flex flex-col gap-2">
        {items.map((item) => (
          <li key={item} className="flex gap-2 text-slate">
            {icon}
            {item}
          </li>
        ))}
      </ul>
    </div>
  );
}
