import { Trans, useLingui } from "@lingui/react/macro";
import { clsx } from "clsx";
import { Link } from "react-router";
import { Picture } from "@/components/ui/picture";
import { documentKinds, paths } from "@/config/paths";
import { askAgain } from "@/lib/consent";
import { phoneHref, siteConfig } from "@/lib/site-config";
import { CurrencySwitch } from "./currency-switch";
import { LanguageList } from "./language-links";
import { LegalLink } from "./legal-link";

// Large enough for a thumb; with a mouse the lines may be closer.
const link =
  "inline-flex max-w-full wrap-anywhere min-h-11 min-w-11 items-center underline underline-offset-4 pointer-fine:min-h-8";

/** Address, email, legal pages and the ridge line. */
export function SiteFooter() {
  const { t } = useLingui();
  const { brand, contacts, documents, landing, menu, seller, tenant, tracking } = siteConfig();
  const legal = [
    { kind: documentKinds.privacy, to: paths.privacy, label: t`Privacy Policy` },
    { kind: documentKinds.terms, to: paths.terms, label: t`Terms of Service` },
  ].filter(({ kind }) => documents.includes(kind));
  // Older guides have no label.
  const own = menu.map(({ path, label }) => ({ to: path, label: label ?? t`Vashlovani guide` }));
  return (
    // Laid out when it comes near: what it needs, such as letters of other languages, is no part of the first screen.
    <footer className="site-footer mt-16 [contain-intrinsic-size:auto_52rem] [content-visibility:auto] sm:[contain-intrinsic-size:auto_31rem] print:hidden">
      <Picture
        picture={brand.ridge}
        alt=""
        width={1600}
        height={160}
        className="h-16 w-full object-cover object-bottom sm:h-[max(7rem,10vw)]"
      />
      <div className="bg-deep text-on-deep">
        <div className="mx-auto grid max-w-[96rem] gap-8 px-4 py-10 sm:grid-cols-3 sm:px-6">
          <div>
            <p className="text-lg font-bold">{tenant.name}</p>
            <p className="mt-2 text-sm">{landing.footer.text}</p>
            {tenant.languages.length > 1 && (
              <nav aria-label={t`Languages`}>
                <LanguageList
                  className="mt-3 flex flex-wrap gap-x-5"
                  // System font: some browsers fetch web fonts for a footer that is not in sight.
                  itemClass={clsx(
                    link,
                    "text-sm aria-[current]:font-bold aria-[current]:no-underline not-aria-[current]:[font-family:system-ui,sans-serif]",
                  )}
                />
              </nav>
            )}
            <CurrencySwitch isLong />
          </div>
          <address className="flex min-w-0 flex-col items-start text-sm not-italic">
            {seller && (
              <span className="py-1">
                {seller.legalName}
                {seller.registrationNumber && (
                  <span className="block">
                    <Trans>Company number {{ number: seller.registrationNumber }}</Trans>
                  </span>
                )}
                {seller.taxId && seller.taxId !== seller.registrationNumber && (
                  <span className="block">
                    <Trans>Tax number {{ number: seller.taxId }}</Trans>
                  </span>
                )}
              </span>
            )}
            <span className="py-1">{contacts.address}</span>
            {contacts.phone && (
              <a className={link} href={phoneHref(contacts.phone)}>
                {contacts.phone}
              </a>
            )}
            {contacts.email && (
              <a className={link} href={`mailto:${contacts.email}`}>
                {contacts.email}
              </a>
            )}
            {contacts.mapsUrl && (
              <a className={link} href={contacts.mapsUrl} target="_blank" rel="noreferrer">
                <Trans>Show on the map</Trans>
              </a>
            )}
          </address>
          <nav aria-label={t`Legal`} className="flex flex-col items-start text-sm">
            <Link className={link} to={paths.myBooking}>
              <Trans>My booking</Trans>
            </Link>
            {[...legal, ...own].map(({ to, label }) => (
              <LegalLink key={to} className={link} to={to}>
                {label}
              </LegalLink>
            ))}
            <Link className={link} to={paths.affiliate.register}>
              <Trans>Affiliate programme</Trans>
            </Link>
            {tracking.consentRequired && (
              <button type="button" className={clsx(link, "text-left")} onClick={askAgain}>
                <Trans>Privacy choice</Trans>
              </button>
            )}
          </nav>
        </div>
        <p className="border-t border-on-deep/15 px-4 py-4 text-center text-xs">{landing.footer.copyright}</p>
      </div>
    </footer>
  );
}
