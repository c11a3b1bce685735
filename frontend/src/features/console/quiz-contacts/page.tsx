import { Trans, useLingui } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { Download } from "lucide-react";
import { FilterSelect } from "@/components/console/filter-fields";
import { PageHeader } from "@/components/console/page-header";
import { QueryBoundary } from "@/components/console/query-boundary";
import { SearchField } from "@/components/console/search-field";
import { Skeleton } from "@/components/console/skeleton";
import { buttonClass } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { useMay } from "@/features/console/shared/session";
import { formatNumber } from "@/lib/format";
import { oneOf, textUpTo, useUrlState } from "@/lib/url-state";
import { kinds, queryOf, states, writtenQuery } from "./api";
import { WrittenTable } from "./components/written-table";

const filterReaders = { kind: oneOf(kinds), state: oneOf(states), search: textUpTo(100) };

/** What visitors wrote in the quiz: contacts to follow up, and texts. */
export function Component() {
  const { t } = useLingui();
  const may = useMay();
  const [{ kind = "contact", state, search = "" }, choose] = useUrlState(filterReaders);
  const filters = { kind, state, search };
  const list = useInfiniteQuery(writtenQuery(filters));
  const first = list.data?.pages[0];
  const answers = list.data?.pages.flatMap((page) => page.answers) ?? [];
  const names = { contact: t`Contacts`, text: t`Texts` };
  const isFiltered = Boolean(search || (kind === "contact" && state));
  return (
    <>
      <PageHeader title={t`Quiz contacts`} description={t`What visitors wrote in the quiz, newest first.`}>
        {may("exports") && (
          <a
            className={buttonClass("quiet")}
            href={`/api/admin/quiz/written/export.csv?${new URLSearchParams(queryOf(filters))}`}
            download
          >
            <Download aria-hidden size={18} /> <Trans>Download CSV</Trans>
          </a>
        )}
      </PageHeader>
      <div className="mt-4 flex flex-wrap items-end gap-3">
        <fieldset aria-label={t`Kind`} className="flex rounded-xl border border-line bg-panel p-1">
          {kinds.map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={one === kind}
              onClick={() => choose({ kind: one, state: "", search: "" })}
              className={clsx(
                "min-h-11 rounded-lg px-4 text-sm font-semibold",
                one === kind ? "bg-pine text-on-pine" : "text-slate hover:bg-stone",
              )}
            >
              {names[one]}
              {one === "contact" && first !== undefined && first.openContacts > 0 && (
                <span className="tabular ml-1.5">
                  <span aria-hidden>· {formatNumber(first.openContacts)}</span>
                  <span className="sr-only">{t`${{ count: formatNumber(first.openContacts) }} open`}</span>
                </span>
              )}
            </button>
          ))}
        </fieldset>
        <SearchField
          label={t`Search`}
          placeholder={kind === "contact" ? t`Name, email or phone` : t`Words of a text`}
          className="relative min-w-0 grow sm:max-w-80"
          value={search}
          onSearch={(text) => choose({ search: text }, { replace: true })}
        />
        {kind === "contact" && (
          <div className="w-40">
            <FilterSelect
              label={t`State`}
              value={state}
              onChange={(chosen) => choose({ state: chosen })}
              all={t`All`}
              options={[
                ["open", t`Open`],
                ["done", t`Followed up`],
              ]}
            />
          </div>
        )}
      </div>
      <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-4">
        <QueryBoundary
          query={list}
          skeleton={<Skeleton className="h-80" />}
          empty={() => answers.length === 0 && <Nothing kind={kind} isFiltered={isFiltered} />}
        >
          {() =>
            first && <WrittenTable answers={answers} kind={kind} pages={list} timezone={first.timezone} />
          }
        </QueryBoundary>
      </div>
    </>
  );
}

function Nothing({ kind, isFiltered }: { kind: (typeof kinds)[number]; isFiltered: boolean }) {
  const { t } = useLingui();
  if (isFiltered)
    return <EmptyState title={t`Nothing matches`}>{t`Try fewer words, or remove a filter.`}</EmptyState>;
  return kind === "contact" ? (
    <EmptyState title={t`No contacts yet`}>
      {t`Add a contact question to the quiz. Visitors who answer it appear here.`}
    </EmptyState>
  ) : (
    <EmptyState title={t`No texts yet`}>
      {t`Add a text question to the quiz. What visitors write appears here.`}
    </EmptyState>
  );
}
