import { Trans } from "@lingui/react/macro";
import { Link, useLocation } from "react-router";
import { buttonClass } from "@/components/ui/button";
import { paths } from "@/config/paths";
import { isAvailabilityPromised } from "@/features/site/shared/availability/ask";
import { Places } from "@/features/site/shared/choosing/places";
import { Fleet } from "@/features/site/shared/fleet/fleet";
import { siteConfig } from "@/lib/site-config";
import { tripQuery } from "@/lib/visitors-query";

/** The company's cars on its home page, and where they are handed over. */
export function Showcase() {
  const { landing } = siteConfig();
  const query = tripQuery(useLocation().search);
  return (
    <section id="showcase" aria-labelledby="showcase-title" className="px-4 py-14 sm:px-6">
      <div className="mx-auto max-w-[96rem]">
        <h2 id="showcase-title" className="text-3xl font-bold sm:text-4xl">
          {landing.fleetTitle}
        </h2>
        <Fleet text={landing.fleetText} />
        <div className="mt-8 text-center">
          {/* Every car, whatever was filtered away here. */}
          <Link to={paths.cars + query} className={buttonClass("quiet")}>
            {isAvailabilityPromised() ? <Trans>View All Available Cars</Trans> : <Trans>View All Cars</Trans>}
          </Link>
        </div>
        <Places />
      </div>
    </section>
  );
}
