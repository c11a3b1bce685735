import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { Picture } from "@/components/ui/picture";
import { siteConfig } from "@/lib/site-config";

interface Props {
  header: ReactNode;
  /** The search form. */
  children: ReactNode;
}

/** The first screen: the promise over its picture, with room for the form that leads to a price. */
export function HeroFrame({ header, children }: Props) {
  const { brand, landing } = siteConfig();
  return (
    <>
      {header}
      <div
        id="top"
        className="hero relative isolate flex min-h-[calc(92dvh-3.5rem-var(--consent-space,0px))] flex-col overflow-hidden bg-sky sm:min-h-[calc(92dvh-var(--consent-space,0px))] sm:pt-18 lg:min-h-[calc(86dvh-var(--consent-space,0px))]"
      >
        <Picture
          picture={brand.hero}
          portrait={brand.heroPortrait}
          alt=""
          isFirst
          className="scene object-bottom"
        />
        <div aria-hidden className="scrim" />
        <div
          id="content"
          className="mx-auto flex w-full max-w-[96rem] grow flex-col px-4 pt-2 pb-4 sm:px-6 lg:pt-14 lg:pb-12"
        >
          <div className="hero-text max-w-2xl">
            <h1 className="text-4xl leading-tight font-extrabold text-ink sm:text-6xl">{landing.headline}</h1>
            <p className="mt-3 text-base text-ink sm:mt-4 sm:text-lg">{landing.subheadline}</p>
            <ul className="mt-4 flex flex-wrap gap-2 text-sm font-semibold max-sm:[&>li:nth-child(n+3)]:hidden">
              {landing.promises.slice(0, 4).map((promise) => (
                <li
                  key={promise.title}
                  className="chip flex items-center gap-1.5 rounded-full bg-panel/85 px-3 py-1.5"
                >
                  <Check aria-hidden size={16} className="text-accent-ink" />
                  {promise.title}
                </li>
              ))}
            </ul>
          </div>
          <div className="mt-auto pt-6">{children}</div>
        </div>
      </div>
    </>
  );
}
