import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { memo, useState } from "react";
import { Link } from "react-router";
import type { components } from "@/api/schema.gen";
import { paths } from "@/config/paths";
import { useMay } from "@/features/console/shared/session";
import { formatNumber, formatRate } from "@/lib/format";
import { useViewContext } from "../components/view-context";
import { shareOf } from "../rules/change";
import { AnswerRow } from "./answer-row";

type Question = components["schemas"]["QuestionFigures"];

const shownAtFirst = 8;

interface Props {
  question: Question;
  number: number;
  /** The right edge of the intervals' scale, percent. */
  end: number;
}

/** How one question was answered, and how often each answer led to a booking. */
export const DistributionCard = memo(function DistributionCard({ question, number, end }: Props) {
  const { t } = useLingui();
  const [all, setAll] = useState(false);
  const rate = shareOf(question.questionConversionRate, question.totalResponses);
  const { kind, mean, median, givenShare } = question;
  // Behind a shared link no one is signed in.
  const isInConsole = useViewContext() !== null;
  // Points and ranges are in order: the first few alone would mislead.
  const isOrdered = kind !== "choice" && kind !== "choices";
  const answers = all || isOrdered ? question.answers : question.answers.slice(0, shownAtFirst);
  const hidden = question.answers.length - answers.length;
  return (
    <section aria-label={question.questionText} className="flex flex-col border-t border-line pt-3">
      <div className="flex items-baseline justify-between gap-3">
        <h3 className="font-semibold">
          <span className="tabular mr-1.5 text-muted">{number}</span>
          {question.questionText}
        </h3>
        <p className="tabular shrink-0 text-right text-xs text-muted">
          <span className="block">
            <Plural value={{ count: question.totalResponses }} one="# response" other="# responses" />
          </span>{" "}
          <span className="block">{t`${rate} of them booked`}</span>
        </p>
      </div>
      {kind === "choices" && (
        <p className="mt-1 text-xs text-muted">
          <Trans>Several answers each: the shares add up to more than 100 %.</Trans>
        </p>
      )}
      {givenShare != null && (
        <p className="tabular mt-1 flex flex-wrap items-baseline gap-x-3 text-sm">
          {kind === "contact"
            ? t`${{ share: formatRate(givenShare) }} left a contact`
            : t`${{ share: formatRate(givenShare) }} wrote a text`}
          {isInConsole && <WrittenLink kind={kind === "contact" ? "contact" : "text"} />}
        </p>
      )}
      {mean != null && median != null && (
        <p className="tabular mt-1 text-sm">
          {t`Average ${{ mean: formatNumber(mean, 2) }}, median ${{ median: formatNumber(median, 2) }}`}
        </p>
      )}
      <table className="tabular mt-3 block w-full table-fixed text-sm sm:table">
        <thead className="hidden text-xs text-muted sm:table-header-group">
          <tr>
            <th className="w-[46%] py-1 text-left font-normal">
              <Trans>Answers and responses</Trans>
            </th>
            <th className="py-1 pl-5 text-left font-normal">
              <Trans>Conversion rate</Trans>
            </th>
            <th className="w-28 py-1 pl-3 text-right font-normal">
              <Trans>Bookings</Trans>
            </th>
          </tr>
        </thead>
        <tbody className="block sm:table-row-group">
          {answers.map((answer) => (
            <AnswerRow
              key={answer.value}
              answer={answer}
              question={question}
              average={question.questionConversionRate}
              end={end}
            />
          ))}
        </tbody>
      </table>
      {hidden > 0 && (
        <button
          type="button"
          onClick={() => setAll(true)}
          className="mt-2 min-h-11 self-start text-sm font-semibold text-pine underline-offset-4 hover:underline"
        >
          <Plural value={hidden} one="Show # more answer" other="Show # more answers" />
        </button>
      )}
    </section>
  );
});

/** Leads who may see customers from a count to what visitors wrote. */
function WrittenLink({ kind }: { kind: "text" | "contact" }) {
  const may = useMay();
  if (!may("customers")) return null;
  return (
    <Link
      className="inline-flex min-h-11 items-center font-semibold text-pine underline-offset-4 hover:underline"
      to={`${paths.admin.quizContacts}?kind=${kind}`}
    >
      {kind === "contact" ? <Trans>Show contacts</Trans> : <Trans>Show texts</Trans>}
    </Link>
  );
}
