import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { Button } from "@/components/ui/button";
import { sentenceOf } from "@/lib/errors";
import { formatDate } from "@/lib/format";
import { type AlertPreview, type AlertRuleInput, previewRule } from "./api";

const shown = 5;

/** When the alert would have fired. A result is that of the values it was asked for. */
export function Preview({ asked }: { asked: AlertRuleInput }) {
  const { name: _, recipients: __, isOn: ___, ...question } = asked;
  const key = JSON.stringify(question);
  const { mutate, data, error, isPending, variables } = useMutation({
    mutationFn: (body: typeof question) => previewRule(body),
  });
  const isCurrent = JSON.stringify(variables) === key;
  return (
    <section className="rounded-2xl bg-stone/60 p-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-sm font-bold">
          <Trans>The last 90 days</Trans>
        </h3>
        <Button
          type="button"
          look="quiet"
          className="min-h-11 px-4 text-sm"
          disabled={isPending}
          onClick={() => mutate(question)}
        >
          {isPending ? <Trans>Checking…</Trans> : <Trans>Preview</Trans>}
        </Button>
      </div>
      <div aria-live="polite" className="mt-1 text-sm">
        {isCurrent && error ? (
          <p className="text-danger">{sentenceOf(error)}</p>
        ) : isCurrent && data ? (
          <Result preview={data} />
        ) : (
          <p className="text-slate">
            <Trans>See when this alert would have fired.</Trans>
          </p>
        )}
      </div>
    </section>
  );
}

function Result({ preview }: { preview: AlertPreview }) {
  const { t } = useLingui();
  const { count, alerts } = preview;
  if (count === 0)
    return (
      <p>
        <Trans>It would not have fired.</Trans>
      </p>
    );
  const rest = count - Math.min(count, shown);
  return (
    <>
      <p className="font-semibold">
        {plural(count, { one: "It would have fired once.", other: "It would have fired # times." })}
      </p>
      <ul aria-label={t`Preview`} className="mt-1 flex flex-col gap-1">
        {alerts.slice(0, shown).map((alert) => (
          <li key={`${alert.day} ${alert.part}`} className="break-words">
            <b className="font-semibold">{formatDate(alert.day)}</b> {alert.sentence}
          </li>
        ))}
      </ul>
      {rest > 0 && (
        <p className="mt-1 text-slate">
          {plural(rest, { one: "And # earlier time.", other: "And # earlier times." })}
        </p>
      )}
    </>
  );
}
