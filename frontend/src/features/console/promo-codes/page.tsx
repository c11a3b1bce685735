import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { BackLink, PageHeader } from "@/components/console/page-header";
import { QueryBoundary } from "@/components/console/query-boundary";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { paths } from "@/config/paths";
import { useMe } from "@/features/console/shared/session";
import { formatPercent } from "@/lib/format";
import { textUpTo, useUrlState } from "@/lib/url-state";
import { codesQuery, type PromoCode } from "./api";
import { CodeDialog } from "./components/code-dialog";
import { CodeList } from "./components/code-list";

// The server's limit.
const listedCodes = 500;

const readers = { affiliate: textUpTo(100) };

export function Component() {
  const { t } = useLingui();
  const { tenant } = useMe();
  const [{ affiliate: affiliateId = null }] = useUrlState(readers);
  const [editing, setEditing] = useState<PromoCode | "new" | null>(null);
  const query = useQuery(codesQuery(affiliateId));
  const { data } = query;
  const owner = affiliateId ? data?.codes.find((code) => code.affiliateId === affiliateId) : undefined;
  return (
    <>
      <BackLink to={paths.admin.affiliates}>
        <Trans>All affiliates</Trans>
      </BackLink>
      <PageHeader
        title={
          owner?.affiliateName ? t`Promo codes of ${{ affiliateName: owner.affiliateName }}` : t`Promo codes`
        }
        description={
          data &&
          t`A code without its own rates takes ${{ discount: formatPercent(data.discountPercent, 2) }} off and earns its affiliate ${{ commission: formatPercent(data.commissionPercent, 2) }}.`
        }
      >
        <Button look="quiet" disabled={!data} onClick={() => setEditing("new")}>
          <Plus aria-hidden size={18} />
          <Trans>New code</Trans>
        </Button>
      </PageHeader>
      <div className="mt-6 flex flex-col gap-4">
        {affiliateId && (
          <Link className="text-sm text-slate underline underline-offset-4" to={paths.admin.promoCodes}>
            <Trans>Show all promo codes</Trans>
          </Link>
        )}
        <QueryBoundary
          query={query}
          empty={({ codes }) =>
            codes.length === 0 && (
              <EmptyState title={t`No promo codes yet`}>
                <Trans>
                  An affiliate gets one by joining. Codes of your own suit a season or a fair: with their own
                  discount, days and number of uses.
                </Trans>
              </EmptyState>
            )
          }
        >
          {(company) => (
            <>
              <CodeList codes={company.codes} company={company} onChange={setEditing} />
              {company.codes.length >= listedCodes && (
                <p className="text-sm text-muted">
                  <Trans>Showing the latest {listedCodes}.</Trans>
                </p>
              )}
            </>
          )}
        </QueryBoundary>
      </div>
      {editing && data && (
        <CodeDialog
          code={editing === "new" ? null : editing}
          affiliateId={affiliateId}
          company={data}
          timezone={tenant.timezone}
          onClose={() => setEditing(null)}
        />
      )}
    </>
  );
}
