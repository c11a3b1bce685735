import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { LanguageLinks } from "@/components/console/language-links";
import { BrandMark } from "@/components/console/page-header";
import { Skeleton } from "@/components/console/skeleton";
import { EmptyState } from "@/components/ui/empty-state";
import { chooseLanguage, inLanguage } from "@/features/console/shared/language";
import { formatSpan } from "@/features/console/shared/period/period";
import { useTheme } from "@/features/console/shared/screen";
import { useConsoleTitle } from "@/features/console/shared/titles";
import { api, bodyOf } from "@/lib/api";
import { sentenceOf } from "@/lib/errors";
import { formatMoment } from "@/lib/format";
import { Distributions } from "../answers/distributions";
import { Campaigns } from "../campaigns/campaigns";
import { DropOff } from "../funnel/drop-off";
import { Tiles } from "../overview/tiles";

import { SharedComparison } from "./comparison";
import { FilterWords } from "./filter-words";
import { SharedOverTime } from "./over-time";

/** The figures of one saved view, for everyone with its link. No links into the console. */
export function Component() {
  const { t } = useLingui();
  // DrillDown the # of the link, which servers and logs never see.
  const [token] = useState(() => window.location.hash.slice(1));
  useTheme();
  useConsoleTitle();
  const shared = useQuery({
    queryKey: ["/api/shared-figures", token, inLanguage()],
    queryFn: () => bodyOf(api.POST("/api/shared-figures", { body: { token, ...inLanguage() } })),
    enabled: token !== "",
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const { data } = shared;
  if (token === "" || shared.isError) {
    return (
      <main className="grid min-h-dvh content-center justify-items-center gap-4 bg-snow p-4 text-center">
        <BrandMark size={48} />
        <h1 className="text-2xl font-bold">
          <Trans>Couldn't show these figures</Trans>
        </h1>
        <p role="alert" className="max-w-md text-slate">
          {token === "" ? t`This link is incomplete. Ask for a new one.` : sentenceOf(shared.error)}
        </p>
        <LanguageLinks label={t`Language`} onChoose={(language) => void chooseLanguage(language)} />
      </main>
    );
  }
  return (
    <main className="mx-auto flex min-h-dvh max-w-[100rem] flex-col gap-4 bg-snow p-4 sm:p-6">
      <header className="flex flex-wrap items-center gap-4">
        <BrandMark size={40} />
        <div className="min-w-0 grow">
          <h1 className="text-2xl font-bold break-words">{data?.name ?? t`Just a moment`}</h1>
          {data && (
            <p className="text-sm text-slate">
              {data.company} · {formatSpan({ from: data.first, to: data.last })}
            </p>
          )}
        </div>
        <LanguageLinks label={t`Language`} onChoose={(language) => void chooseLanguage(language)} />
      </header>
      {!data && <Skeleton className="h-96" />}
      {data && (
        <>
          <FilterWords filters={data.filters} />
          <Tiles now={data.overview} before={undefined} beforeDays="" />
          {data.overview.totalSessions === 0 && data.answers.length === 0 ? (
            <EmptyState title={t`No quiz responses match`}>
              {t`No session in this period matches the filters.`}
            </EmptyState>
          ) : (
            <>
              {data.timeline && (
                <SharedOverTime timeline={data.timeline} timezone={data.timezone} currency={data.currency} />
              )}
              <DropOff steps={data.funnel} />
              <Campaigns campaigns={data.campaigns} currency={data.currency} />
              <Distributions questions={data.answers} average={data.overview.conversionRate} />
            </>
          )}
          {data.compared.length > 0 && <SharedComparison view={data} />}
          <p className="text-xs text-muted">
            <Trans>
              Read-only, as of when you opened it. This link is valid until{" "}
              {{ moment: formatMoment(data.expiresAt) }}.
            </Trans>
          </p>
        </>
      )}
    </main>
  );
}
