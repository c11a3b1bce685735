import { Plural, useLingui } from "@lingui/react/macro";
import { formatNumber, formatRate } from "@/lib/format";
import { FilterOn } from "../components/filter-on";
import { filterTitles, valueName } from "../rules/filter-words";
import { shareOf } from "../rules/share";
import type { Breakdown, OwnFunnel, OwnStep } from "./steps";

interface Props {
  funnel: OwnFunnel;
  by: Breakdown;
  nameOf: (step: string) => string;
}

/** The funnel of each of the most frequent values. */
export function Breakdowns(props: Props) {
  const { t } = useLingui();
  const { values, valuesLeftOut } = props.funnel;
  if (values.length === 0) return <p className="py-4 text-sm text-slate">{t`No data`}</p>;
  return (
    <>
      <ValueTable {...props} />
      {valuesLeftOut > 0 && (
        <p className="mt-2 text-xs text-muted">
          <Plural value={valuesLeftOut} one="# more value isn't shown." other="# more values aren't shown." />
        </p>
      )}
    </>
  );
}

function ValueTable({ funnel: { values }, by, nameOf }: Props) {
  const { t } = useLingui();
  const title = t(filterTitles[by]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className="mt-4 overflow-x-auto" tabIndex={0} aria-label={t`Funnel by ${{ dimension: title }}`}>
      <table className="tabular w-full text-sm">
        <thead className="text-xs text-muted">
          <tr>
            <th className="py-1 text-left font-normal">{title}</th>
            {values[0]?.steps.map(({ step }) => (
              <th key={step} className="py-1 pl-3 text-right font-normal">
                {nameOf(step)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {values.map(({ value, steps }) => (
            <tr key={value} className="border-t border-line">
              <th scope="row" className="py-2 text-left font-medium">
                <FilterOn pressed={{ [by]: value }}>{valueName(by, value)}</FilterOn>
              </th>
              {steps.map((step, place) => (
                <Cell key={step.step} step={step} first={place > 0 ? (steps[0]?.visits ?? 0) : undefined} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** `first`: the visits that reached the first step; undefined for that step. */
function Cell({ step: { visits, share, low, high }, first }: { step: OwnStep; first: number | undefined }) {
  const { t } = useLingui();
  const likely = `${formatRate(low)} – ${formatRate(high)}`;
  return (
    <td className="py-2 pl-3 text-right whitespace-nowrap">
      <span className="font-semibold">{formatNumber(visits)}</span>
      {first !== undefined && (
        <span className="block text-xs text-slate" title={first > 0 ? t`Likely ${{ likely }}` : undefined}>
          {shareOf(share, first)}
        </span>
      )}
    </td>
  );
}
