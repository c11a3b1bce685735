import { type FormEventHandler, type ReactNode, useEffect } from "react";
import { applyTheme, currentTheme, leaveAdmin } from "@/features/admin-shell/theme";
import { siteConfig } from "@/lib/site-config";

interface Props {
  title: string;
  onSubmit?: FormEventHandler<HTMLFormElement>;
  children: ReactNode;
}

/** The one card of pages that nobody is signed in on. */
export function SignInFrame({ title, onSubmit, children }: Props) {
  const { brand } = siteConfig();
  useEffect(() => {
    applyTheme(currentTheme());
    return leaveAdmin;
  }, []);
  return (
    <main className="grid min-h-dvh place-items-center bg-stone px-4 py-10">
      <form
        noValidate
        {...(onSubmit ? { onSubmit } : {})}
        className="flex w-full max-w-sm flex-col gap-4 rounded-3xl bg-panel p-6 shadow-card sm:p-8"
      >
        <img src={brand.logo} alt="" width={48} height={48} />
        <h1 className="text-2xl font-bold">{title}</h1>
        {children}
      </form>
    </main>
  );
}
