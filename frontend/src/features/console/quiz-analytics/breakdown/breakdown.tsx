import { t } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import type { ReactNode } from "react";
import { controlClass } from "@/components/ui/field";
import { formatNumber, formatRate } from "@/lib/format";
import { figuresQuery } from "../api";
import { differenceOf, signed } from "../compare/difference";
import { CsvButton } from "../components/csv-button";
import { Shown } from "../components/shown";
import type { Figures } from "../polling/page-poll";
import type { Evidence } from "../rules/change";
import { filterTitles } from "../rules/filter-words";
import { exactly } from "../rules/match";
import type { Choose, View } from "../rules/view";
import { useValues } from "../timeline/split";
import { type BrokenStep, judged, others, share } from "./judged";
import { type Dimension, type useBreakdown, viewOf } from "./use-breakdown";

type Figure = "funnel" | "journey";
type Breakdown = ReturnType<typeof useBreakdown>;

export function BreakdownField({ dimension, free, chooseDimension }: Breakdown) {
  const { t } = useLingui();
  return (
    <select
      aria-label={t`Break down by`}
      className={controlClass("min-h-11 w-auto max-w-44 py-0 text-sm")}
      value={dimension ?? ""}
      onChange={({ target }) => chooseDimension(target.value)}
    >
      <option value="">{t`Not broken down`}</option>
      {free.map((name) => (
        <option key={name} value={name}>
          {t(filterTitles[name])}
        </option>
      ))}
    </select>
  );
}

interface BrokenProps<Name extends Figure> {
  view: View;
  dimension: Dimension;
  /** Those of all. */
  all: readonly BrokenStep[];
  figure: Name;
  stepsOf: (figure: Figures[Name]) => readonly BrokenStep[];
  onChoose: Choose;
}

/** The steps of the five most frequent values side by side, each compared with all others. */
export function Broken<Name extends Figure>({ view, dimension, all, ...props }: BrokenProps<Name>) {
  const { figure, stepsOf, onChoose } = props;
  const { t } = useLingui();
  const { query: found, values, title } = useValues(view, { dimension, question: undefined });
  const parts = useQuery(
    figuresQuery(
      figure,
      values.map(({ value }) => viewOf(view, dimension, value)),
    ),
  );
  const shown = values.length > 0 ? parts : { ...found, data: found.data && [] };
  return (
    <Shown query={shown} height="h-64">
      {(figures) =>
        values.length === 0 ? (
          <p className="py-8 text-center text-sm text-slate">{t`No data`}</p>
        ) : (
          <BrokenTable
            title={title}
            all={all}
            columns={values.map(({ value, name }, place) => ({
              name,
              steps: ofPlace(figures[place] as Figures[Name] | undefined, stepsOf),
              onFilter: () => onChoose({ [dimension]: exactly(value) }),
            }))}
          />
        )
      }
    </Shown>
  );
}

const ofPlace = <Found,>(found: Found | undefined, stepsOf: (found: Found) => readonly BrokenStep[]) =>
  found ? stepsOf(found) : [];

interface BrokenColumn {
  name: string;
  steps: readonly BrokenStep[];
  onFilter: () => void;
}

interface TableProps {
  title: string;
  all: readonly BrokenStep[];
  columns: readonly BrokenColumn[];
}

function BrokenTable({ title, all, columns }: TableProps) {
  const { t } = useLingui();
  const found = judged(
    all,
    columns.map(({ steps }) => steps),
  );
  return (
    <section className="mt-3" aria-label={t`Broken down by ${{ dimension: title }}`}>
      <p className="mb-2 text-xs text-slate">
        <Trans>
          The values with the most quiz sessions. Below each bar, how many reached the step and which share of
          them ended there; bold where that differs from all others by more than chance.
        </Trans>
      </p>
      <div className="mb-2 flex justify-end">
        <CsvButton label={title} file="breakdown" cells={() => brokenCells(all, columns)} />
      </div>
      <table className="tabular block w-full table-fixed text-sm md:table">
        <thead className="block text-xs md:table-header-group">
          <tr className="flex flex-wrap gap-2 pb-2 md:table-row">
            <td className="hidden md:table-cell" />
            {columns.map(({ name, onFilter }) => (
              <th key={name} scope="col" className="text-left font-semibold md:pl-3">
                <button
                  type="button"
                  onClick={onFilter}
                  title={t`Show only these sessions`}
                  className="min-h-11 text-left break-words underline-offset-4 hover:underline max-md:rounded-full max-md:border max-md:border-line max-md:px-3"
                >
                  {name}
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="block md:table-row-group">
          {all.map((step, row) => (
            <tr key={step.id} className="block border-t border-line py-2 md:table-row">
              <th scope="row" className="block text-left align-top font-medium md:table-cell md:py-2">
                {step.name}
              </th>
              {columns.map(({ name, steps }, place) => (
                <Cell
                  key={name}
                  name={name}
                  step={steps.find(({ id }) => id === step.id)}
                  most={Math.max(1, ...steps.map(({ reached }) => reached))}
                  all={step}
                  evidence={found[place]?.[row] ?? "too_few"}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** How many reached each step and ended there, of all and of each value. */
function brokenCells(all: readonly BrokenStep[], columns: readonly BrokenColumn[]): (string | number)[][] {
  const shown = [{ name: t`All`, steps: all }, ...columns];
  return [
    [t`Step`, ...shown.flatMap(({ name }) => [t`${name}: reached`, t`${name}: ended there`])],
    ...all.map((step) => [
      step.name,
      ...shown.flatMap(({ steps }) => {
        const found = steps.find(({ id }) => id === step.id);
        return [found?.reached ?? 0, found?.ended ?? 0];
      }),
    ]),
  ];
}

interface CellProps {
  name: string;
  step: BrokenStep | undefined;
  most: number;
  all: BrokenStep;
  evidence: Evidence;
}

function Cell({ name, step, most, all, evidence }: CellProps): ReactNode {
  const { t } = useLingui();
  const given = step ?? { ...all, reached: 0, ended: 0 };
  const difference = differenceOf(share(given), others(all, given));
  const isReal = evidence === "real" && difference !== undefined;
  const width = (part: number) => ({ width: `${(100 * part) / most}%` });
  return (
    <td className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 py-1 md:table-cell md:py-2 md:pl-3 md:align-top">
      <span className="truncate text-xs text-slate md:hidden">{name}</span>
      <span aria-hidden className="col-span-2 flex h-2 gap-px max-md:order-first md:h-3">
        <span className="rounded-l-sm bg-pine" style={width(given.reached - given.ended)} />
        {given.ended > 0 && <span className="min-w-0.5 rounded-r-sm bg-accent" style={width(given.ended)} />}
      </span>
      <span className="text-right text-xs md:mt-1 md:block md:text-left">
        {formatNumber(given.reached)}
        {" · "}
        <span className={clsx(isReal && "font-bold text-ink")}>
          {given.reached > 0 ? formatRate((100 * given.ended) / given.reached) : "–"}
        </span>
        {isReal && (
          <span className="block text-slate">
            {t`${{ points: signed(difference.points) }} points: more than chance`}
          </span>
        )}
      </span>
    </td>
  );
}
