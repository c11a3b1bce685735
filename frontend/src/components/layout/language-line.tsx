import { msg } from "@lingui/core/macro";
import { X } from "lucide-react";
import { use } from "react";
import { textsIn } from "@/lib/i18n";
import { LanguageLink } from "./language-links";

const words = {
  offer: msg({
    message: "This page is also in English.",
    comment: "Each language names itself here: in Russian it says that the page is also in Russian",
  }),
  go: msg({ message: "Read it in English", comment: "Each language names itself here" }),
  stay: msg({ message: "Stay on this page", comment: "Closes the offer to read the page in this language" }),
};

interface Props {
  language: string;
  onClose: () => void;
}

/** A slim line above the page, in the language that it offers. */
export function LanguageLine({ language, onClose }: Props) {
  const texts = use(textsIn(language));
  return (
    <section
      lang={language}
      aria-label={texts._(words.offer)}
      className="flex items-center justify-center gap-x-3 bg-sky px-4 text-sm text-ink"
    >
      <p className="flex flex-wrap items-center gap-x-3">
        <span className="max-sm:sr-only">{texts._(words.offer)}</span>
        <LanguageLink
          language={language}
          className="inline-flex min-h-11 items-center font-semibold text-pine underline underline-offset-4"
        >
          {texts._(words.go)}
        </LanguageLink>
      </p>
      <button
        type="button"
        aria-label={texts._(words.stay)}
        onClick={onClose}
        className="grid size-11 shrink-0 place-items-center rounded-xl hover:bg-ink/5"
      >
        <X aria-hidden size={18} />
      </button>
    </section>
  );
}
