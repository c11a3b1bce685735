import { Plural, useLingui } from "@lingui/react/macro";
import type { TableColumn } from "@/components/tables/columns";
import { DataTable } from "@/components/tables/data-table";
import { formatNumber, formatRate } from "@/lib/format";
import { FilterOn } from "../components/filter-on";
import { shareOf } from "../rules/change";
import { filterTitles, valueName } from "../rules/filter-words";
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

type Value = OwnFunnel["values"][number];

function ValueTable({ funnel: { values }, by, nameOf }: Props) {
  const { t } = useLingui();
  const title = t(filterTitles[by]);
  const columns: TableColumn<Value>[] = [
    {
      id: "value",
      title,
      sort: "asc",
      value: ({ value }) => valueName(by, value),
      card: "line",
      cell: ({ value }) => <FilterOn pressed={{ [by]: value }}>{valueName(by, value)}</FilterOn>,
    },
    ...(values[0]?.steps ?? []).map(
      ({ step }, place): TableColumn<Value> => ({
        id: step,
        title: nameOf(step),
        sort: "desc",
        value: ({ steps }) => steps[place]?.visits,
        align: "end",
        card: "line",
        isLabelled: true,
        cell: ({ steps }) => {
          const found = steps[place];
          return found && <Reached step={found} first={place > 0 ? (steps[0]?.visits ?? 0) : undefined} />;
        },
      }),
    ),
  ];
  const label = t`Funnel by ${{ dimension: title }}`;
  return (
    <section className="mt-4" aria-label={label}>
      <DataTable
        label={label}
        name="own-funnel"
        rows={values}
        columns={columns}
        rowId={({ value }) => value}
        csv={label}
      />
    </section>
  );
}

/** `first`: the visits that reached the first step; undefined for that step. */
function Reached({
  step: { visits, share, low, high },
  first,
}: {
  step: OwnStep;
  first: number | undefined;
}) {
  const { t } = useLingui();
  const likely = `${formatRate(low)} – ${formatRate(high)}`;
  return (
    <>
      <span className="font-semibold">{formatNumber(visits)}</span>
      {first !== undefined && (
        <span
          className="text-xs text-slate max-lg:ml-2 lg:block"
          title={first > 0 ? t`Likely ${{ likely }}` : undefined}
        >
          {shareOf(share, first)}
        </span>
      )}
    </>
  );
}
