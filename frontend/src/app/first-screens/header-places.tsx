import { CurrencyArrow, currencyClass, currencyInHeader } from "@/components/layout/currency-switch";
import { ChatButton } from "@/components/layout/header-bar";
import { LanguageButton, languageButtonClass } from "@/components/layout/language-menu";
import { siteConfig } from "@/lib/site-config";
import { Where } from "./where";

/** What stands at the end of the header: the languages and currencies of companies that have several, and the chat. */
export function HeaderPlaces() {
  return (
    <>
      <Where path="tenant.languages[1:]">
        <span className={languageButtonClass}>
          <LanguageButton />
        </span>
      </Where>
      <Where path="displayCurrencies">
        <span className={`${currencyClass} ${currencyInHeader}`}>
          {siteConfig().tenant.currency}
          <CurrencyArrow />
        </span>
      </Where>
      {/* Its address depends on the visitor's trip. */}
      <Where path="contacts.chatNumber">
        <ChatButton />
      </Where>
    </>
  );
}
