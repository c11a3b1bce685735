import { useLingui } from "@lingui/react/macro";
import { type FormEventHandler, type ReactNode, useState } from "react";
import { LanguageLinks } from "@/components/console/language-links";
import { BrandMark } from "@/components/console/page-header";
import { Picture } from "@/components/ui/picture";
import { chooseLanguage } from "@/features/console/shared/language";
import { useTheme } from "@/features/console/shared/screen";
import { useConsoleTitle } from "@/features/console/shared/titles";
import { siteConfig } from "@/lib/site-config";

interface Props {
  title: string;
  onSubmit?: FormEventHandler<HTMLFormElement>;
  children: ReactNode;
}

/** The one card of pages that no one is signed in on, before the company's ridge line. */
export function SignInFrame({ title, onSubmit, children }: Props) {
  const { t } = useLingui();
  useTheme();
  useConsoleTitle();
  return (
    <main className="relative isolate grid min-h-dvh content-center justify-items-center gap-3 overflow-hidden bg-snow px-4 py-10">
      <Picture
        picture={siteConfig().brand.ridge}
        alt=""
        width={1600}
        height={160}
        className="absolute inset-x-0 bottom-0 -z-10 h-16 w-full object-cover object-bottom opacity-60 sm:h-auto [[data-theme=dark]_&]:opacity-25"
      />
      <form
        noValidate
        {...(onSubmit ? { onSubmit } : {})}
        className="flex w-full max-w-sm flex-col gap-4 rounded-3xl border border-line bg-panel p-6 shadow-card sm:p-8"
      >
        <BrandMark size={48} />
        <h1 className="text-2xl font-bold">{title}</h1>
        {children}
      </form>
      <LanguageLinks label={t`Language`} onChoose={(language) => void chooseLanguage(language)} />
    </main>
  );
}

/** The token behind the # of a link, which servers and logs never see. */
export function useLinkToken(): string {
  const [token] = useState(() => window.location.hash.slice(1));
  return token;
}
