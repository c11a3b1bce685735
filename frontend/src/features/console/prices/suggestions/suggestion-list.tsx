import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Panel } from "@/components/console/panel";
import { useChange } from "@/components/console/use-change";
import type { TableColumn } from "@/components/tables/columns";
import { DataTable } from "@/components/tables/data-table";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { draftKey } from "@/features/console/shared/catalog-draft/api";
import { formatDay, formatMoney, formatPercent } from "@/lib/format";
import { queryClient } from "@/lib/query-client";
import {
  acceptPrices,
  type Item,
  keyOf,
  type Suggestions,
  suggestionsKey,
  undoPrices,
  withAccepted,
} from "./api";

interface Props {
  found: Suggestions;
  items: Item[];
}

/** What the rules suggest, with the reason: accept one, several or all. */
export function SuggestionList({ found, items }: Props) {
  const { t } = useLingui();
  const change = useChange({ refresh: suggestionsKey });
  const reason = useReason(found);
  async function accept(wanted: readonly Item[]) {
    const isDone = await change(
      async () => {
        await acceptPrices(wanted);
        // The list offers them until it is fetched again, and the server takes no price twice.
        queryClient.setQueriesData<Suggestions>({ queryKey: suggestionsKey }, (shown) =>
          withAccepted(shown, wanted),
        );
      },
      () => ({
        title: t`Added to the draft`,
        description: t`Publish the draft to change what visitors see.`,
      }),
    );
    await queryClient.invalidateQueries({ queryKey: draftKey });
    return isDone;
  }
  const columns: TableColumn<Item>[] = [
    { id: "reason", title: t`Reason`, cell: reason, card: "line" },
    {
      id: "price",
      title: t`Price`,
      align: "end",
      cell: ({ cell }) => (
        <span className="tabular whitespace-nowrap">
          {formatMoney(cell.price, found.currency)} →{" "}
          <strong>{formatMoney(cell.suggested ?? 0, found.currency)}</strong>
        </span>
      ),
      card: "line",
    },
  ];
  return (
    <Panel
      title={t`Suggestions`}
      description={t`An accepted price becomes a season of this model in the draft. Prices of other models stay.`}
    >
      {items.length === 0 ? (
        <EmptyState title={t`No suggestions`}>
          {found.rules.length === 0 ? (
            <Trans>Add a rule above: for example 15 % more from 80 % occupancy on.</Trans>
          ) : (
            <Trans>No day of this period meets one of your rules.</Trans>
          )}
        </EmptyState>
      ) : (
        <DataTable
          label={t`Suggestions`}
          rows={items}
          columns={columns}
          rowId={keyOf}
          bulkActions={(chosen, clear) => (
            <Button
              className="min-h-11 px-4 text-sm"
              onClick={() => void accept(chosen).then((isDone) => isDone && clear())}
            >
              <Plural value={{ count: chosen.length }} one="Accept # price" other="Accept # prices" />
            </Button>
          )}
          actions={(item) => (
            <Button
              look="quiet"
              className="min-h-11 px-3 text-sm"
              aria-label={t`Accept ${{ name: item.name }}, ${{ day: formatDay(item.day) }}`}
              onClick={() => void accept([item])}
            >
              <Trans>Accept</Trans>
            </Button>
          )}
        />
      )}
    </Panel>
  );
}

/** Prices accepted earlier, in the draft or live. */
export function AcceptedPanel({ found, items }: Props) {
  const { t } = useLingui();
  const change = useChange({ refresh: suggestionsKey });
  if (items.length === 0) return null;
  async function undo(wanted: readonly Item[]) {
    await change(
      () => undoPrices(wanted),
      () => ({
        title: t`Removed from the draft`,
        description: t`Publish the draft to change what visitors see.`,
      }),
    );
    await queryClient.invalidateQueries({ queryKey: draftKey });
  }
  const columns: TableColumn<Item>[] = [
    { id: "name", title: t`Model`, cell: ({ name }) => name, card: "line" },
    { id: "day", title: t`Day`, cell: ({ day }) => formatDay(day), card: "line" },
    {
      id: "price",
      title: t`Price`,
      align: "end",
      cell: ({ cell }) => <span className="tabular">{formatMoney(cell.price, found.currency)}</span>,
      card: "line",
    },
  ];
  return (
    <Panel
      title={t`Accepted prices`}
      description={t`In this period. Undo one to return to the price below it; the history of the catalogue has every version.`}
    >
      <div className="mb-3">
        <Button look="quiet" onClick={() => void undo(items)}>
          <Trans>Undo all</Trans>
        </Button>
      </div>
      <DataTable
        label={t`Accepted prices`}
        rows={items}
        columns={columns}
        rowId={keyOf}
        actions={(item) => (
          <Button
            look="quiet"
            className="min-h-11 px-3 text-sm"
            aria-label={t`Undo ${{ name: item.name }}, ${{ day: formatDay(item.day) }}`}
            onClick={() => void undo([item])}
          >
            <Trans>Undo</Trans>
          </Button>
        )}
      />
    </Panel>
  );
}

function useReason(found: Suggestions) {
  const { t } = useLingui();
  return ({ name, day, cell }: Item) => {
    const rule = cell.rule === null ? undefined : found.rules[cell.rule];
    const booked = formatPercent((100 * cell.rented) / cell.available, 0);
    const ahead = found.days.indexOf(day);
    const percent = rule ? `${rule.kind === "raise" ? "+" : "−"}${rule.percent} %` : "";
    return (
      <>
        <span className="block font-semibold">
          {name}, {formatDay(day)}
        </span>
        <span className="block text-sm text-slate">
          {t`${{ booked }} booked (${{ rented: cell.rented }} of ${{ available: cell.available }}), ${{ ahead }} days ahead: ${{ percent }}`}
        </span>
      </>
    );
  };
}
