import { Trans } from "@lingui/react/macro";
import { clsx } from "clsx";
import type { ReactNode } from "react";
import { CurrencyArrow, currencyClass, currencyInHeader } from "@/components/layout/currency-switch";
import { ChatButton } from "@/components/layout/header-bar";
import { headerButtonClass, headerLinkClass, MenuIcon } from "@/components/layout/header-menu";
import { LanguageButton } from "@/components/layout/language-menu";
import { siteConfig } from "@/lib/site-config";
import { fill, when } from "./placeholders";

/** The end of the header: language, currency and chat. */
export function HeaderPlaces() {
  return (
    <>
      <span className={headerLinkClass}>
        <Trans>Cars</Trans>
      </span>
      <span className={headerLinkClass}>
        <Trans>Places</Trans>
      </span>
      <Where path="menu">
        <span className={headerLinkClass}>
          <Trans>Guides</Trans>
        </span>
      </Where>
      <span className={headerLinkClass}>
        <Trans>Help</Trans>
      </span>
      <span className={headerLinkClass}>
        <Trans>My booking</Trans>
      </span>
      <Where path="contacts.phone">
        <span className={headerLinkClass}>{fill("contacts.phone")}</span>
      </Where>
      <Where path="tenant.languages[1:]">
        <span className={headerButtonClass}>
          <LanguageButton />
        </span>
      </Where>
      <Where path="displayCurrencies">
        <span className={`${currencyClass} ${currencyInHeader}`}>
          {siteConfig().tenant.currency}
          <CurrencyArrow />
        </span>
      </Where>
      {/* With the visitor's trip once the page is live. */}
      <Where path="contacts.chatNumber">
        <ChatButton href={`${fill("contacts.chatUrlBase")}${fill("contacts.chatNumber")}`} />
      </Where>
      <span className={clsx(headerButtonClass, "xl:hidden")}>
        <MenuIcon />
      </span>
    </>
  );
}

/** Drawn for companies that have this. */
export function Where({ path, children }: { path: string; children: ReactNode }) {
  const { start, end } = when(path);
  return (
    <>
      {start}
      {children}
      {end}
    </>
  );
}
