import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { Button } from "@/components/ui/button";
import { formatMoment } from "@/lib/format";
import { textQuery } from "../api";
import type { Draft } from "../use-draft";

/** Two people wrote the same part: nothing of either is lost before someone chooses. */
export function MeetingNote({ draft }: { draft: Draft }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const { meeting } = draft;
  if (!meeting) return null;
  const who = meeting.by ?? t`Someone else`;
  const when = formatMoment(meeting.at);
  const theirs = async () =>
    draft.replace(await client.fetchQuery({ ...textQuery(draft.text.kind), staleTime: 0 }));
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-3 rounded-card border border-danger bg-panel p-4"
    >
      <p className="grow basis-64">
        <Trans>
          {who} changed the same part at {when}. What you wrote is still here.
        </Trans>
      </p>
      <Button look="quiet" onClick={theirs}>
        <Trans>Take theirs</Trans>
      </Button>
      <Button onClick={draft.saveMine}>
        <Trans>Keep mine</Trans>
      </Button>
    </div>
  );
}
