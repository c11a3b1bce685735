import { useLingui } from "@lingui/react/macro";
import { Panel } from "@/components/console/panel";
import { type Draft, entriesOf } from "@/features/console/shared/catalog-draft/api";
import { PricePreview } from "@/features/console/shared/catalog-draft/price-preview";
import { DraftSaveBar } from "@/features/console/shared/catalog-draft/save-bar";
import { useCatalogForm } from "@/features/console/shared/catalog-draft/use-catalog-form";
import { addDays, todayIn } from "@/lib/dates";
import { siteConfig } from "@/lib/site-config";
import { nextDays } from "../rules";
import { CarPrices } from "./car-prices";
import { PercentField } from "./percent-field";
import { SeasonDaysPanel } from "./season-days-panel";

export function SeasonForm({ code, draft }: { code: string; draft: Draft }) {
  const { t } = useLingui();
  const form = useCatalogForm("seasons", code, draft);
  const season = form.values;
  const today = todayIn(siteConfig().tenant.timezone);
  // A week that begins before the season, so that both prices are seen.
  const begin = nextDays(season, today)?.from ?? today;
  const from = addDays(begin, -3) > today ? addDays(begin, -3) : addDays(today, 1);
  return (
    <form noValidate className="grid items-start gap-4 xl:grid-cols-2" onSubmit={form.onSubmit}>
      <div className="grid gap-4">
        <Panel
          title={t`Prices`}
          description={t`The percentage applies to every car without its own prices here.`}
        >
          <div className="flex flex-col gap-5">
            <PercentField control={form.control} name="percent" />
            <DraftSaveBar form={form} />
            <CarPrices form={form} cars={entriesOf(draft, "cars").flatMap(({ item }) => item ?? [])} />
          </div>
        </Panel>
      </div>
      <div className="grid gap-4">
        <SeasonDaysPanel form={form} />
        <Panel title={t`Compare prices`} description={t`As the draft was saved last.`}>
          <PricePreview key={from} from={from} until={addDays(from, 7)} />
        </Panel>
      </div>
    </form>
  );
}
