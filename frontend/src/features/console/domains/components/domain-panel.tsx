import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Badge } from "@/components/console/badge";
import { useChange } from "@/components/console/use-change";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { formatMoment } from "@/lib/format";
import { checkDomain, type Domain, domainsQuery, makePrimary, removeDomain } from "../api";
import { certificateWords, type DomainStatus, dnsWords } from "../words";
import { Records } from "./records";

/** One name: whether the site is there, what was found of it, and what is still to enter. */
export function DomainPanel({ domain, mayChange }: { domain: Domain; mayChange: boolean }) {
  const { t } = useLingui();
  const [isRemoving, setRemoving] = useState(false);
  const change = useChange({ refresh: domainsQuery.queryKey });
  const { host, isServed, isPrimary, isLocal, checkedAt, isBeingChecked } = domain;
  return (
    <section className="rounded-card border border-line bg-panel p-5 sm:p-6" aria-label={host}>
      <h2 className="flex flex-wrap items-center gap-2 font-bold break-all">
        {host}
        {isPrimary && <Badge look="good">{t`Main domain`}</Badge>}
        {!isServed && <Badge look="warning">{t`awaiting verification`}</Badge>}
      </h2>
      {isLocal ? (
        <p className="mt-2 text-sm text-muted">
          <Trans>A local name for testing.</Trans>
        </p>
      ) : (
        <div className="mt-3 grid gap-1 text-sm">
          <Line status={dnsWords(domain)} />
          <Line status={certificateWords(domain)} />
          <p role="status" className="text-muted">
            {isBeingChecked ? t`Checking…` : checkedAt && t`Checked ${{ moment: formatMoment(checkedAt) }}`}
          </p>
        </div>
      )}
      {!isLocal && (!isServed || domain.dns === "missing" || domain.dns === "elsewhere") && (
        <Records domain={domain} />
      )}
      {mayChange && !isLocal && (
        <div className="mt-4 flex flex-wrap gap-2">
          <Button look="quiet" disabled={isBeingChecked} onClick={() => void change(() => checkDomain(host))}>
            <Trans>Check now</Trans>
          </Button>
          {isServed && !isPrimary && (
            <Button look="quiet" onClick={() => void change(() => makePrimary(host))}>
              <Trans>Make it the main domain</Trans>
            </Button>
          )}
          {!isPrimary && (
            <Button look="plain" onClick={() => setRemoving(true)}>
              <Trans>Remove</Trans>
            </Button>
          )}
        </div>
      )}
      {isRemoving && (
        <ConfirmDialog
          title={t`Remove ${host}?`}
          description={t`Your site is not found there any more, and another company may take the domain once it proves that it is its own.`}
          confirm={t`Remove the domain`}
          onConfirm={() => change(() => removeDomain(host))}
          onClose={() => setRemoving(false)}
        />
      )}
    </section>
  );
}

function Line({ status }: { status: DomainStatus }) {
  return <p className={status.isGood ? "" : "font-medium text-danger"}>{status.text}</p>;
}
