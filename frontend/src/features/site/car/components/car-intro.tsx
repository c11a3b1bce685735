import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { RateNote } from "@/features/site/shared/pricing/rate-note";

interface Props {
  name: string;
  title: string;
  description: string;
  specs: string[];
  /** Of a day, at least. */
  price: string;
  /** Its pictures. */
  stage: ReactNode;
  /** What others say of the company; its line keeps its place. */
  rating?: ReactNode;
}

/** What a car's page begins with; the server sends it drawn. */
export function CarIntro({ name, title, description, specs, price, stage, rating }: Props) {
  return (
    <div className="mx-auto grid max-w-[96rem] gap-6 pb-8 sm:px-6 sm:pt-6 lg:grid-cols-[3fr_2fr] lg:gap-10">
      <div className="car-stage self-start overflow-hidden bg-sky sm:rounded-3xl">{stage}</div>
      <div className="flex flex-col gap-3 px-4 sm:px-0">
        <h1 className="text-3xl font-extrabold sm:text-5xl">{name}</h1>
        <p className="text-lg text-slate">{title}</p>
        <p className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
          <span className="tabular text-2xl font-bold">
            <Trans comment="The lowest price of a car for a day">from {price} a day</Trans>
            <RateNote className="font-normal" />
          </span>
          <span className="inline-flex min-h-6 items-center text-sm">{rating}</span>
        </p>
        <p className="text-slate">{description}</p>
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(max(45%,7rem),1fr))] gap-2 text-sm">
          {specs.map((spec) => (
            <li key={spec} className="rounded-lg bg-stone px-3 py-2">
              {spec}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
