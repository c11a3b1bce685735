import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { offeredServices } from "@/features/site/shared/pricing/rules";
import { ExcessRow, ProtectionPrice, Recommended } from "@/features/site/shared/protection/protection";
import { termLines, termsOfCar } from "@/features/site/shared/terms/lines";
import { TermList } from "@/features/site/shared/terms/term-list";
import { toBring } from "@/features/site/shared/to-bring/lines";
import { usePrice } from "@/lib/currency";
import { perDay } from "@/lib/format";
import { type Car, siteConfig } from "@/lib/site-config";

/** What holds for a rental of this car, how it can be protected, and what can be added; `days` is 0 without dates. */
export function CarDetails({ car, days }: { car: Car; days: number }) {
  const { insurance, rental, tenant } = siteConfig();
  const price = usePrice();
  const terms = [
    ...termLines(termsOfCar(rental.terms, car), { money: price, timezone: tenant.timezone }),
    ...toBring(rental, car),
  ];
  const extras = offeredServices(siteConfig(), car.name);
  return (
    <div className="mx-auto flex max-w-[96rem] flex-col gap-12 px-4 py-12 sm:px-6">
      {terms.length > 0 && (
        <Part title={<Trans>What's included and what to bring</Trans>} id="terms">
          <TermList lines={terms} className="text-base lg:grid-cols-3" />
        </Part>
      )}
      {insurance.length > 0 && (
        <Part title={<Trans>Protection</Trans>} id="protection">
          <ul className="grid gap-3 md:grid-cols-3">
            {insurance.map((option) => (
              <li
                key={option.code}
                className="flex flex-col gap-2 rounded-card border border-line bg-panel p-4"
              >
                <p className="flex flex-wrap items-baseline justify-between gap-x-3 font-bold">
                  {option.label}
                  <ProtectionPrice option={option} days={days} />
                </p>
                <Recommended option={option} car={car} />
                <p className="text-sm text-slate">{option.description}</p>
                <ExcessRow option={option} car={car} className="mt-auto border-t pb-0" />
              </li>
            ))}
          </ul>
        </Part>
      )}
      {extras.length > 0 && (
        <Part title={<Trans>Available extras</Trans>} id="extras">
          <ul className="grid gap-x-8 md:grid-cols-2">
            {extras.map((service) => (
              <li
                key={service.code}
                className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line py-3"
              >
                <span>
                  <span className="font-semibold">{service.label}</span>
                  <span className="block text-sm text-muted">{service.note || service.description}</span>
                </span>
                <span className="tabular shrink-0 font-semibold">
                  {service.charge === "perDay" ? perDay(price(service.price)) : price(service.price)}
                </span>
              </li>
            ))}
          </ul>
        </Part>
      )}
    </div>
  );
}

function Part({ id, title, children }: { id: string; title: ReactNode; children: ReactNode }) {
  return (
    <section aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className="mb-5 text-2xl font-bold sm:text-3xl">
        {title}
      </h2>
      {children}
    </section>
  );
}
