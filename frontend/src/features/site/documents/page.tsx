import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import type { MouseEvent } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import type { LegalEntry } from "@/components/layout/legal-link";
import { SiteFooter } from "@/components/layout/site-footer";
import { buttonClass } from "@/components/ui/button";
import { documentKinds, paths } from "@/config/paths";
import { documentQuery } from "@/features/site/shared/document-query";
import { RichTextView } from "@/features/site/shared/rich-text";
import { siteConfig } from "@/lib/site-config";
import { askedVersion, backTarget } from "./rules";

export function Component() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { pathname, search, state } = useLocation();
  const { from, isPrevious } = (state ?? {}) as LegalEntry;
  const back = backTarget(
    search,
    from,
    document.referrer,
    window.location.origin,
    siteConfig().tenant.languages,
  );
  // Straight from there: the entry before is that very page, scrolled and filled in as it was left.
  function goBack(event: MouseEvent) {
    const opensElsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (!isPrevious || back !== from || opensElsewhere) return;
    event.preventDefault();
    navigate(-1);
  }
  const asked = askedVersion(search);
  const text = useQuery(documentQuery(documentKinds[pathname === paths.terms ? "terms" : "privacy"], asked));
  const legal = text.data?.document.type === "legal" ? text.data.document : undefined;
  const version = text.data?.version;
  return (
    <>
      <main id="content" className="mx-auto max-w-3xl px-4 py-6 sm:px-6">
        <Link
          to={back}
          onClick={goBack}
          aria-label={t({ message: "Back", context: "to the page before" })}
          className="-ml-2 grid size-11 place-items-center rounded-xl text-pine hover:bg-stone"
        >
          <ArrowLeft aria-hidden size={24} />
        </Link>
        {text.isError && (
          <p role="alert" className="mt-6">
            <Trans>
              Couldn't load the text.{" "}
              <button type="button" className="font-semibold underline" onClick={() => text.refetch()}>
                Try again
              </button>
            </Trans>
          </p>
        )}
        {text.isPending && (
          <div
            role="status"
            aria-label={t`Loading`}
            className="mt-6 h-96 animate-pulse rounded-card bg-stone"
          />
        )}
        {legal && (
          <article className="mt-4 flex flex-col gap-6">
            <header>
              <h1 className="text-3xl font-bold sm:text-4xl">{legal.title}</h1>
              <p className="mt-1 flex flex-wrap gap-x-3 text-muted">
                {legal.effective}
                {version != null && (
                  <span>
                    <Trans>Version {version}</Trans>
                  </span>
                )}
              </p>
              {asked !== undefined && (
                <p className="mt-3 rounded-card bg-stone p-4">
                  <Trans>
                    This is the text of version {asked}, as someone agreed to it.{" "}
                    <Link className="font-semibold underline" to={pathname}>
                      Read the current text
                    </Link>
                  </Trans>
                </p>
              )}
              <p className="mt-4 text-slate">{legal.introduction}</p>
            </header>
            {legal.sections.map((section) => (
              <section key={section.heading}>
                <h2 className="text-xl font-bold">{section.heading}</h2>
                {section.body && (
                  <div className="mt-2">
                    <RichTextView text={section.body} />
                  </div>
                )}
              </section>
            ))}
          </article>
        )}
        <Link to={back} onClick={goBack} className={buttonClass("primary", "mt-10")}>
          <Trans>Back to Homepage</Trans>
        </Link>
      </main>
      <SiteFooter />
    </>
  );
}
