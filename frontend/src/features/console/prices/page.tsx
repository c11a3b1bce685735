import { Trans, useLingui } from "@lingui/react/macro";
import { Panel } from "@/components/console/panel";
import { EmptyState } from "@/components/ui/empty-state";
import { type Draft, entriesOf } from "@/features/console/shared/catalog-draft/api";
import { DraftPage } from "@/features/console/shared/catalog-draft/catalog-frame";
import { todayIn } from "@/lib/dates";
import { siteConfig } from "@/lib/site-config";
import { AddSeasonDialog } from "./components/add-season-dialog";
import { PriceRulesForm } from "./components/price-rules-form";
import { SeasonList } from "./components/season-list";
import { YearStrip } from "./components/year-strip";

/** Days on which cars cost something else, and rules of prices. */
export function Component() {
  const { t } = useLingui();
  return (
    <DraftPage
      title={t`Seasons and price rules`}
      description={<Trans>A rental over two seasons is priced day by day.</Trans>}
      add={{
        label: <Trans>Add a season</Trans>,
        dialog: (onClose) => <AddSeasonDialog onClose={onClose} />,
      }}
    >
      {(draft) => (
        <div className="flex flex-col gap-5">
          <Seasons draft={draft} />
          <PriceRulesForm draft={draft} />
        </div>
      )}
    </DraftPage>
  );
}

function Seasons({ draft }: { draft: Draft }) {
  const { t } = useLingui();
  const entries = entriesOf(draft, "seasons");
  const today = todayIn(siteConfig().tenant.timezone);
  if (entries.length === 0) {
    return (
      <EmptyState title={t`The same prices all year`}>
        <Trans>Add a season to ask for more or less on some days of the year.</Trans>
      </EmptyState>
    );
  }
  return (
    <>
      <Panel
        title={t`The coming year`}
        description={t`Where two seasons meet, the one further up in the list holds.`}
      >
        <YearStrip seasons={entries.flatMap(({ item }) => item ?? [])} from={`${today.slice(0, 7)}-01`} />
      </Panel>
      <SeasonList entries={entries} today={today} />
    </>
  );
}
