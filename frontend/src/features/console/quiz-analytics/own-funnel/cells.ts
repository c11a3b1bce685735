import { i18n } from "@lingui/core";
import { t } from "@lingui/core/macro";
import { filterTitles, valueName } from "../rules/filter-words";
import type { Breakdown, OwnFunnel, OwnStep } from "./steps";

/** The funnel as rows of a file: of all visits, then of each value. Shares are percent. */
export function funnelCells(
  { steps, values }: OwnFunnel,
  by: Breakdown | undefined,
  nameOf: (step: string) => string,
): (string | number)[][] {
  const rowsOf = (name: string, of: readonly OwnStep[]) =>
    of.map((one) => [
      ...(by ? [name] : []),
      nameOf(one.step),
      one.visits,
      one.share,
      one.shareOfBefore,
      one.lost,
      one.medianSeconds ?? "",
    ]);
  return [
    [
      ...(by ? [i18n._(filterTitles[by])] : []),
      t`Step`,
      t`Visits`,
      t`Percent of the first step`,
      t`Percent of the step before`,
      t`Lost`,
      t`Median seconds`,
    ],
    ...rowsOf(t`All`, steps),
    ...(by ? values.flatMap((one) => rowsOf(valueName(by, one.value), one.steps)) : []),
  ];
}
