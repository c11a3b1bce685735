import { useLingui } from "@lingui/react/macro";
import { type FormEventHandler, type ReactNode, useEffect } from "react";
import { LanguageLinks } from "@/components/console/language-links";
import { chooseLanguage } from "./texts";

interface Props {
  title: string;
  onSubmit?: FormEventHandler<HTMLFormElement>;
  children: ReactNode;
}

/** The one card of these pages. */
export function Frame({ title, onSubmit, children }: Props) {
  const { t } = useLingui();
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <main className="grid min-h-dvh grid-cols-[minmax(0,1fr)] content-center justify-items-center gap-3 bg-snow px-4 py-8 text-ink sm:py-12">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit?.(event);
        }}
        className="flex w-full max-w-md flex-col gap-5 rounded-3xl border border-line bg-panel p-6 shadow-card sm:p-8"
      >
        <h1 className="text-2xl font-bold text-balance">{title}</h1>
        {children}
      </form>
      <LanguageLinks label={t`Language`} onChoose={(language) => void chooseLanguage(language)} />
    </main>
  );
}
