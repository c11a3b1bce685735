import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { ChevronRight } from "lucide-react";
import { deviceName } from "@/features/console/shared/devices";
import { formatFixed, formatMoment, formatMoney, formatTime } from "@/lib/format";
import type { SessionBehind } from "../rules/bars";

/** One session: where it came from and what became of it; unfolded, its path through the quiz. */
export function SessionItem({ session, currency }: { session: SessionBehind; currency: string }) {
  const { t } = useLingui();
  const { name } = session;
  const origin = [session.source, session.medium, session.campaign].filter(Boolean).join(" / ");
  const visitor = session.isReturning == null ? "" : session.isReturning ? t`returning` : t`new`;
  const facts = [deviceName(session.device), session.country, session.language, visitor, session.quizVersion];
  return (
    <li className="border-b border-line">
      <details className="group">
        <summary className="grid cursor-pointer gap-x-4 gap-y-0.5 py-3 text-sm max-sm:[&>*+*]:pl-5.5 sm:grid-cols-[11rem_minmax(0,1fr)_auto]">
          <span className="tabular flex items-start gap-1.5 font-semibold">
            <ChevronRight
              aria-hidden
              size={16}
              className="mt-0.5 shrink-0 text-muted transition-transform group-open:rotate-90"
            />
            {formatMoment(session.startedAt)}
          </span>
          <span className="min-w-0 break-words text-slate">
            {origin || t`Without a source`}
            <span className="block text-xs text-muted">{facts.filter(Boolean).join(" · ")}</span>
          </span>
          <Outcome session={session} currency={currency} />
        </summary>
        <div className="pb-4 pl-5.5">
          <p className="text-xs text-muted">
            <Trans>
              Session <span className="tabular">{name}</span>
            </Trans>
          </p>
          {session.steps.length === 0 && (
            <p className="mt-2 text-sm text-slate">
              <Trans>No questions seen.</Trans>
            </p>
          )}
          <ol className="mt-2 flex flex-col gap-2">
            {session.steps.map((step, index) => (
              <li key={step.questionId} className="grid grid-cols-[1.5rem_minmax(0,1fr)] gap-x-2 text-sm">
                <span className="tabular text-right text-xs leading-5 text-muted">{index + 1}</span>
                <div>
                  <p className="text-slate">{step.questionText}</p>
                  <p className="font-medium">
                    {step.text ?? <span className="font-normal text-muted">{t`not answered`}</span>}{" "}
                    <span className="tabular text-xs font-normal text-muted">
                      {formatTime(step.reachedAt)}
                      {step.seconds !== null && <> · {t`${{ seconds: formatFixed(step.seconds) }} s`}</>}
                      {session.stoppedAt === step.questionId && <> · {t`stopped here`}</>}
                    </span>
                  </p>
                </div>
              </li>
            ))}
          </ol>
        </div>
      </details>
    </li>
  );
}

function Outcome({ session, currency }: { session: SessionBehind; currency: string }) {
  const { t } = useLingui();
  if (session.bookings > 0)
    return (
      <span className="font-semibold text-pine sm:text-right">
        {plural(session.bookings, { one: "# booking", other: "# bookings" })}
        <span className="tabular block text-xs">{formatMoney(session.bookedValue, currency)}</span>
      </span>
    );
  return (
    <span className="text-slate sm:text-right">{session.completedAt ? t`Completed` : t`Did not finish`}</span>
  );
}
