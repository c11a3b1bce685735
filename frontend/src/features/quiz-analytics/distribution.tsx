import type { components } from "@/api/schema.gen";

type Distribution = components["schemas"]["AnswersResponse"]["answerDistribution"][number];

/** How one question was answered: counts, shares, bookings, conversion. */
export function DistributionCard({ distribution }: { distribution: Distribution }) {
  return (
    <section aria-label={distribution.questionText} className="rounded-card border border-line bg-panel p-4">
      <div className="flex items-baseline justify-between gap-3">
        <h3 className="font-semibold">{distribution.questionText}</h3>
        <p className="tabular shrink-0 text-sm text-muted">{distribution.totalResponses} responses</p>
      </div>
      <table className="tabular mt-3 w-full text-sm">
        <thead className="text-left text-xs text-muted">
          <tr>
            <th className="py-1 font-normal">Answer</th>
            <th className="py-1 pl-2 text-right font-normal">Count</th>
            <th className="py-1 pl-2 text-right font-normal">Share</th>
            <th className="py-1 pl-2 text-right font-normal">Bookings</th>
            <th className="py-1 pl-2 text-right font-normal">Conversion</th>
          </tr>
        </thead>
        <tbody>
          {distribution.answers.map((answer) => (
            <tr key={answer.value} className="border-t border-line">
              <th scope="row" className="py-1.5 text-left font-medium">
                {answer.text}
                <span className="mt-1 block h-1.5 overflow-hidden rounded-full bg-stone">
                  <span
                    className="block h-full rounded-full bg-pine"
                    style={{ width: `${answer.percentage}%` }}
                  />
                </span>
              </th>
              <td className="py-1.5 pl-2 text-right">{answer.count}</td>
              <td className="py-1.5 pl-2 text-right">{answer.percentage.toFixed(1)}%</td>
              <td className="py-1.5 pl-2 text-right">{answer.conversions}</td>
              <td className="py-1.5 pl-2 text-right">{answer.conversionRate.toFixed(1)}%</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
