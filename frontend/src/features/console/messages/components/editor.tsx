import { useLingui } from "@lingui/react/macro";
import { Link, useSearchParams } from "react-router";
import { languageName } from "@/lib/i18n";
import type { Messages, Occasion } from "../api";
import { TextForm } from "./text-form";

/** The words of one message in each language of the company. */
export function Editor({ messages, occasion }: { messages: Messages; occasion: Occasion }) {
  const { t } = useLingui();
  const [search] = useSearchParams();
  const texts = messages.occasions.find((each) => each.occasion === occasion)?.texts ?? [];
  const shown = texts.find((text) => text.language === search.get("language")) ?? texts[0];
  if (!shown) return null;
  return (
    <>
      <nav aria-label={t`Languages`} className="flex flex-wrap gap-1">
        {texts.map((text) => (
          <Link
            key={text.language}
            to={`?message=${occasion}&language=${text.language}`}
            replace
            aria-current={text === shown ? "page" : undefined}
            className="inline-flex min-h-11 items-center gap-2 rounded-xl px-4 text-sm font-semibold text-slate hover:bg-stone aria-[current=page]:bg-stone aria-[current=page]:text-ink"
          >
            <span lang={text.language}>{languageName(text.language)}</span>
            {text.revision > 0 && <span aria-hidden className="size-1.5 rounded-full bg-accent" />}
          </Link>
        ))}
      </nav>
      <TextForm key={`${occasion}/${shown.language}`} messages={messages} occasion={occasion} text={shown} />
    </>
  );
}
