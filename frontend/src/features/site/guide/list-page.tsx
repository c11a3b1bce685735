import { Trans } from "@lingui/react/macro";
import { useEffect } from "react";
import { Link, useLocation } from "react-router";
import { SiteFooter } from "@/components/layout/site-footer";
import { SiteHeader } from "@/components/layout/site-header";
import { Picture } from "@/components/ui/picture";
import { startClickTracking } from "@/features/site/shared/tracking/tracking";
import { siteConfig } from "@/lib/site-config";
import { tripQuery } from "@/lib/visitors-query";

/** The company's guides. */
export function Component() {
  const query = tripQuery(useLocation().search);
  useEffect(startClickTracking, []);
  return (
    <>
      <SiteHeader />
      <main id="content" className="mx-auto max-w-[96rem] px-4 py-8 sm:px-6 sm:py-12">
        <h1 className="text-3xl font-extrabold sm:text-5xl">
          <Trans>Guides</Trans>
        </h1>
        <ul className="mt-8 grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
          {siteConfig().menu.map(({ path, title, description, picture }, index) => (
            <li
              key={path}
              className="relative flex flex-col overflow-hidden rounded-card border border-line bg-panel shadow-card hover:border-pine"
            >
              {picture.src && (
                <Picture
                  picture={picture}
                  alt=""
                  sizes="(min-width: 1024px) 33vw, (min-width: 640px) 50vw, 100vw"
                  isFirst={index === 0}
                  width={960}
                  height={600}
                  className="aspect-8/5 w-full bg-sky object-cover"
                />
              )}
              <div className="p-5">
                <h2 className="text-xl font-bold">
                  <Link to={path + query} className="after:absolute after:inset-0 after:rounded-card">
                    {title}
                  </Link>
                </h2>
                <p className="mt-1 text-slate">{description}</p>
              </div>
            </li>
          ))}
        </ul>
      </main>
      <SiteFooter />
    </>
  );
}
