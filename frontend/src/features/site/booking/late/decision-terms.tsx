import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { ShieldCheck } from "lucide-react";
import { LegalLink } from "@/components/layout/legal-link";
import { paths } from "@/config/paths";
import { isStatedWithExcess } from "@/features/site/shared/protection/protection";
import { excessOf, termLines, termsOfCar } from "@/features/site/shared/terms/lines";
import { TermList } from "@/features/site/shared/terms/term-list";
import { toBring } from "@/features/site/shared/to-bring/lines";
import { usePrice } from "@/lib/currency";
import { fold } from "@/lib/names";
import { siteConfig } from "@/lib/site-config";
import type { Details } from "../rules/schema";

/** What holds for this booking, right before it is confirmed. */
export function DecisionTerms({ details }: { details: Details }) {
  const { cars, documents, insurance, rental, tenant } = siteConfig();
  const price = usePrice();
  const car = cars.find(({ name }) => fold(name) === fold(details.carType));
  const terms = termLines(termsOfCar(rental.terms, car), {
    money: price,
    pickup: `${details.pickupDate}T${details.pickupTime}`,
    timezone: tenant.timezone,
  });
  const lines = [...terms, ...toBring(rental, car)];
  const option = insurance.find(({ code }) => code === details.insuranceType);
  const excess = excessOf(option, car);
  const most = price(excess ?? 0);
  const protection = option?.label;
  const exclusions = option?.exclusions.join(", ");
  return (
    <section
      aria-label={t`Good to know before you confirm`}
      className="rounded-card border border-line p-5 wrap-anywhere"
    >
      <h3 className="mb-3 font-bold">
        <Trans>Good to know before you confirm</Trans>
      </h3>
      <TermList lines={lines} />
      {excess !== null && (
        <p data-term="excess" className="mt-2 flex items-start gap-2.5 text-sm text-slate">
          <ShieldCheck aria-hidden size={18} className="mt-0.5 shrink-0 text-pine" />
          <span>
            {excess === 0 ? (
              <Trans comment="The name of an insurance without excess comes first">
                {protection}: you pay nothing for damage that it covers
              </Trans>
            ) : (
              <Trans comment="The name of an insurance comes first">
                {protection}: you pay at most {most} for damage to the car
              </Trans>
            )}
            {option && isStatedWithExcess(option) && (
              <span className="block">
                <Trans comment="What an insurance does not cover follows">Not covered: {exclusions}</Trans>
              </span>
            )}
          </span>
        </p>
      )}
      {documents.includes("terms-of-service") && (
        <LegalLink
          to={paths.terms}
          className="-mb-2 mt-1 inline-flex min-h-11 items-center text-sm font-semibold text-pine underline underline-offset-4"
        >
          <Trans>All the details</Trans>
        </LegalLink>
      )}
    </section>
  );
}
