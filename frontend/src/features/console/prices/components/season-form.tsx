import { useLingui } from "@lingui/react/macro";
import { Panel } from "@/components/console/panel";
import { PricePreview } from "@/features/console/shared/catalog-draft/price-preview";
import { SaveBar } from "@/features/console/shared/catalog-draft/save-bar";
import type { useDraftItem } from "@/features/console/shared/catalog-draft/use-draft-item";
import { addDays, todayIn } from "@/lib/dates";
import { siteConfig } from "@/lib/site-config";
import { type Car, nextDays, type Season } from "../rules";
import { CarPrices } from "./car-prices";
import { PercentField } from "./percent-field";
import { SeasonDaysPanel } from "./season-days-panel";

interface Props {
  item: ReturnType<typeof useDraftItem<"seasons">>;
  season: Season;
  cars: Car[];
}

export function SeasonForm({ item, season, cars }: Props) {
  const { t } = useLingui();
  const { change, errors } = item;
  const today = todayIn(siteConfig().tenant.timezone);
  // A week that begins before the season, so that both prices are seen.
  const begin = nextDays(season, today)?.from ?? today;
  const from = addDays(begin, -3) > today ? addDays(begin, -3) : addDays(today, 1);
  return (
    <form
      noValidate
      className="grid items-start gap-4 xl:grid-cols-2"
      onSubmit={(event) => {
        event.preventDefault();
        void item.save();
      }}
    >
      <div className="grid gap-4">
        <Panel
          title={t`Prices`}
          description={t`The percent holds for every car that has no prices of its own here.`}
        >
          <div className="flex flex-col gap-5">
            <PercentField
              label={t`Percent`}
              value={season.percent}
              error={errors.percent}
              onChange={(percent) => change({ percent })}
            />
            <SaveBar item={item} />
            <CarPrices season={season} cars={cars} errors={errors} onChange={(rates) => change({ rates })} />
          </div>
        </Panel>
      </div>
      <div className="grid gap-4">
        <SeasonDaysPanel season={season} change={change} errors={errors} />
        <Panel title={t`Compare prices`} description={t`As the draft was saved last.`}>
          <PricePreview key={from} from={from} until={addDays(from, 7)} />
        </Panel>
      </div>
    </form>
  );
}
