import { Trans } from "@lingui/react/macro";
import { type ReactNode, useEffect } from "react";
import { Link } from "react-router";
import { LegalLink } from "@/components/layout/legal-link";
import { SiteFooter } from "@/components/layout/site-footer";
import { SiteHeader } from "@/components/layout/site-header";
import { FaqList } from "@/components/ui/faq-list";
import { documentKinds, paths } from "@/config/paths";
import { termLines } from "@/features/site/shared/terms/lines";
import { TermList } from "@/features/site/shared/terms/term-list";
import { toBring } from "@/features/site/shared/to-bring/lines";
import { startClickTracking } from "@/features/site/shared/tracking/tracking";
import { usePrice } from "@/lib/currency";
import { chatUrl, phoneHref, siteConfig } from "@/lib/site-config";

/** How to reach the company, what holds for a rental, and answers to common questions. */
export function Component() {
  const price = usePrice();
  useEffect(startClickTracking, []);
  const { contacts, documents, landing, rental, tenant } = siteConfig();
  const chat = chatUrl("");
  const terms = [
    ...termLines(rental.terms, { money: price, timezone: tenant.timezone }),
    ...toBring(rental, undefined),
  ];
  return (
    <>
      <SiteHeader />
      <main id="content" className="mx-auto max-w-5xl px-4 py-8 sm:px-6 sm:py-12">
        <h1 className="text-3xl font-extrabold sm:text-5xl">
          <Trans>Help</Trans>
        </h1>
        <ul className="mt-6 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          <Way title={<Trans>Your booking</Trans>}>
            <Link to={paths.myBooking} className={link}>
              <Trans>Change or cancel it</Trans>
            </Link>
          </Way>
          {(chat || contacts.phone) && (
            <Way title={<Trans>Talk to us</Trans>}>
              {chat && (
                <a href={chat} target="_blank" rel="noreferrer" className={link}>
                  <Trans>Chat with us</Trans>
                </a>
              )}
              {contacts.phone && (
                <a href={phoneHref(contacts.phone)} className={link}>
                  {contacts.phone}
                </a>
              )}
            </Way>
          )}
          {(contacts.email || contacts.address) && (
            <Way title={<Trans>Write or visit</Trans>}>
              {contacts.email && (
                <a href={`mailto:${contacts.email}`} className={link}>
                  {contacts.email}
                </a>
              )}
              <span className="text-slate">{contacts.address}</span>
            </Way>
          )}
        </ul>
        {landing.faq.length > 0 && (
          <Part id="faq" title={landing.faqTitle}>
            <FaqList questions={landing.faq} />
          </Part>
        )}
        <Part id="terms" title={<Trans>What's included and what to bring</Trans>}>
          <TermList lines={terms} className="text-base" />
          {documents.includes(documentKinds.terms) && (
            <p className="mt-4">
              <LegalLink to={paths.terms} className={link}>
                <Trans>Terms of Service</Trans>
              </LegalLink>
            </p>
          )}
        </Part>
      </main>
      <SiteFooter />
    </>
  );
}

const link =
  "inline-flex min-h-11 max-w-full items-center wrap-anywhere font-semibold text-pine underline underline-offset-4";

function Way({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <li className="flex flex-col items-start rounded-card border border-line bg-panel p-5 shadow-card">
      <h2 className="text-lg font-bold">{title}</h2>
      {children}
    </li>
  );
}

function Part({ id, title, children }: { id: string; title: ReactNode; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="mt-12">
      <h2 id={id} className="mb-5 text-2xl font-bold sm:text-3xl">
        {title}
      </h2>
      {children}
    </section>
  );
}
