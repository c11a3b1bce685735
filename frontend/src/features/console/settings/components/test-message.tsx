import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Button } from "@/components/ui/button";
import { sentenceOf } from "@/lib/errors";
import { type Channel, startTest, testQuery } from "../api";

interface Props {
  channel: Channel;
  /** What is typed is not what is stored: a test would not be about it. */
  isChanged: boolean;
}

/** Sends a message to what is stored, and says what became of it. */
export function TestMessage({ channel, isChanged }: Props) {
  const { t } = useLingui();
  const start = useMutation({ mutationFn: () => startTest(channel) });
  const outcome = useQuery({ ...testQuery(start.data?.id ?? ""), enabled: start.data !== undefined });
  const state = start.isPending ? "waiting" : start.data && (outcome.data?.state ?? "waiting");
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Button look="quiet" disabled={isChanged || state === "waiting"} onClick={() => start.mutate()}>
        <Trans>Send a test</Trans>
      </Button>
      <p role="status" className="text-sm">
        {isChanged && <span className="text-muted">{t`Save first.`}</span>}
        {!isChanged && state === "waiting" && <span className="text-muted">{t`Sending…`}</span>}
        {!isChanged && state === "sent" && <span className="font-semibold">{t`Sent.`}</span>}
        {!isChanged && state === "failed" && (
          <span className="font-medium text-danger">
            {t`It was not taken: ${{ problem: outcome.data?.problem ?? "" }}`}
          </span>
        )}
        {start.error && <span className="font-medium text-danger">{sentenceOf(start.error)}</span>}
      </p>
    </div>
  );
}
