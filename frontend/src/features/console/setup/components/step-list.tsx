import { useLingui } from "@lingui/react/macro";
import { ChevronRight, Circle, CircleCheck } from "lucide-react";
import { Link } from "react-router";
import type { Step } from "@/features/console/shared/setup/api";
import { stepWords } from "../steps";

/** Every step, done or not, with the way to its page. */
export function StepList({ steps }: { steps: readonly Step[] }) {
  const { t } = useLingui();
  return (
    <ol className="overflow-hidden rounded-card border border-line bg-panel">
      {steps.map(({ code, isDone, count, needed }) => {
        const { title, text, to, isSite } = stepWords[code];
        const Mark = isDone ? CircleCheck : Circle;
        return (
          <li key={code} className="border-line not-first:border-t">
            <Link
              to={to}
              {...(isSite && { target: "_blank", rel: "noopener" })}
              className="flex min-h-16 items-center gap-4 px-5 py-3 hover:bg-stone"
            >
              <Mark
                className={`size-6 shrink-0 ${isDone ? "text-pine" : "text-edge"}`}
                role="img"
                aria-label={isDone ? t`done` : t`to do`}
              />
              <span className="min-w-0 grow">
                <span className={`block font-semibold ${isDone ? "text-muted" : ""}`}>{t(title)}</span>
                {!isDone && <span className="block text-sm text-muted">{t(text)}</span>}
              </span>
              {count !== null && needed !== null && !isDone && (
                <span className="tabular whitespace-nowrap text-sm text-muted">{t`${count} of ${needed}`}</span>
              )}
              <ChevronRight className="size-5 shrink-0 text-muted" aria-hidden />
            </Link>
          </li>
        );
      })}
    </ol>
  );
}
