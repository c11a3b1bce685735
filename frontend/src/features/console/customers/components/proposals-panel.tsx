import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { ChevronDown, Users } from "lucide-react";
import { proposalsQuery } from "../api";
import { ProposalRow } from "./proposal-row";

/** Who may be the same person: folded up until someone has the time. */
export function ProposalsPanel() {
  const { t } = useLingui();
  const { data } = useQuery(proposalsQuery);
  if (!data || data.proposals.length === 0) return null;
  return (
    <details className="group mt-4 rounded-card border border-line bg-panel">
      <summary className="flex min-h-11 cursor-pointer items-center gap-2 px-4 py-2 text-sm font-semibold">
        <Users aria-hidden size={18} className="shrink-0 text-muted" />
        <Plural
          value={{ count: data.proposals.length }}
          one="One pair may be the same person"
          other="# pairs may be the same person"
        />
        <ChevronDown aria-hidden size={18} className="ml-auto shrink-0 text-muted group-open:rotate-180" />
      </summary>
      <p className="max-w-2xl px-4 pb-2 text-sm text-slate">
        <Trans>
          They share a phone number or an email. You see the result before merging, and can undo it.
        </Trans>
      </p>
      <ul className="divide-y divide-line border-t border-line" aria-label={t`Possible duplicates`}>
        {data.proposals.map((each) => (
          <ProposalRow key={`${each.kept.id} ${each.other.id}`} proposal={each} currency={data.currency} />
        ))}
      </ul>
    </details>
  );
}
