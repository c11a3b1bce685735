import { Trans, useLingui } from "@lingui/react/macro";
import { Circle, CircleCheck } from "lucide-react";
import { TermList } from "@/features/site/shared/terms/term-list";
import type { Step } from "./steps";

/** The way of a booking: what is done, and what comes. */
export function StepList({ steps }: { steps: readonly Step[] }) {
  const { t } = useLingui();
  const next = steps.find((step) => !step.isDone);
  return (
    <section aria-label={t`Next steps`}>
      <h2 className="text-lg font-bold">
        <Trans>What happens next</Trans>
      </h2>
      <ol className="mt-3 grid gap-3">
        {steps.map((step) => (
          <li key={step.kind} className="flex gap-3" aria-current={step === next ? "step" : undefined}>
            {step.isDone ? (
              <CircleCheck aria-hidden size={22} className="mt-0.5 shrink-0 text-pine" />
            ) : (
              <Circle aria-hidden size={22} className="mt-0.5 shrink-0 text-muted" />
            )}
            <div className={step === next ? "font-semibold" : "text-slate"}>
              {step.text}
              {step.isDone && (
                <span className="sr-only">
                  {" "}
                  <Trans>(done)</Trans>
                </span>
              )}
              {step.detail && <span className="block font-normal text-slate">{step.detail}</span>}
              {step.lines && <TermList lines={step.lines} className="mt-2 font-normal" />}
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
