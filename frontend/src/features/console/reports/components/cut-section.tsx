import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Download } from "lucide-react";
import type { components } from "@/api/schema.gen";
import { buttonClass } from "@/components/ui/button";
import { controlClass } from "@/components/ui/field";
import { fileUrl } from "../api";
import type { Row } from "../rules/columns";
import { cuts, none, type View } from "../rules/view";
import { cutNames } from "../rules/words";
import { CutTable } from "./cut-table";

interface Props {
  report: components["schemas"]["ReportResponse"];
  view: View;
  onChoose: (changes: Record<string, string | undefined>) => void;
}

/** The table that can be cut by one thing or another. */
export function CutSection({ report, view, onChoose }: Props) {
  const { t } = useLingui();
  const rows: Row[] = report.cut === "month" ? report.months : report.rows.filter(hasSomething);
  const asksQuestion = report.cut === "answer";
  return (
    <section aria-label={t`Table`} className="rounded-card border border-line bg-panel p-4 sm:p-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <fieldset className="-mx-1 flex min-w-0 gap-1 overflow-x-auto p-1 text-sm">
          <legend className="sr-only">
            <Trans>Cut by</Trans>
          </legend>
          {cuts.map((cut) => (
            <button
              key={cut}
              type="button"
              aria-pressed={view.cut === cut}
              onClick={() =>
                onChoose({
                  cut,
                  question: cut === "answer" ? (view.question ?? report.questions[0]?.questionId) : undefined,
                  ...(cut === "answer" ? {} : { answer: undefined }),
                })
              }
              className="min-h-10 shrink-0 rounded-xl px-3.5 font-medium text-slate hover:bg-stone aria-pressed:bg-pine aria-pressed:text-on-pine"
            >
              {t(cutNames[cut])}
            </button>
          ))}
        </fieldset>
        <a href={fileUrl(view)} download className={buttonClass("quiet", "min-h-11 px-4 text-sm")}>
          <Download aria-hidden size={16} /> CSV
        </a>
      </div>
      {asksQuestion && (
        <select
          aria-label={t`Question`}
          className={controlClass("mt-3 min-h-11 py-0 text-sm sm:max-w-md")}
          value={view.question ?? ""}
          onChange={(event) => onChoose({ question: event.target.value, answer: undefined })}
        >
          {report.questions.map(({ questionId, text }) => (
            <option key={questionId} value={questionId}>
              {text}
            </option>
          ))}
        </select>
      )}
      <div className="mt-3">
        <CutTable
          // Another cut begins with its first rows.
          key={report.cut}
          name="cut"
          rows={rows}
          cut={report.cut}
          currency={report.currency}
          onOpen={(key) => onChoose({ [report.cut === "month" ? "behindMonth" : "behind"]: key })}
        />
      </div>
      {report.otherCurrency > 0 && (
        <p className="mt-3 text-sm text-slate">
          <Plural
            value={{ count: report.otherCurrency }}
            one="# booking in another currency is in none of these figures."
            other="# bookings in another currency are in none of these figures."
          />
        </p>
      )}
    </section>
  );
}

/** Rows that consist of cancelled bookings alone have nothing in these columns. */
function hasSomething({ key, days, availableDays }: components["schemas"]["ReportRow"]): boolean {
  return days > 0 || (key !== none && availableDays > 0);
}
