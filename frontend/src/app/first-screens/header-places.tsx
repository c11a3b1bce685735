import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import { ChatButton } from "@/components/layout/header-bar";
import { LanguageButton, languageButtonClass } from "@/components/layout/language-menu";
import { siteConfig } from "@/lib/site-config";
import { when } from "./placeholders";

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
        <span className={languageButtonClass}>
          {siteConfig().tenant.currency}
          <ChevronDown aria-hidden size={16} className="shrink-0" />
        </span>
      </Where>
      {/* Its address depends on the visitor's trip. */}
      <Where path="contacts.chatNumber">
        <ChatButton />
      </Where>
    </>
  );
}

function Where({ path, children }: { path: string; children: ReactNode }) {
  const { start, end } = when(path);
  return (
    <>
      {start}
      {children}
      {end}
    </>
  );
}
