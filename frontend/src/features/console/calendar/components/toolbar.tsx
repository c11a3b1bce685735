import { Trans, useLingui } from "@lingui/react/macro";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { FilterSelect } from "@/components/console/filter-fields";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { placeName, type Vehicle } from "@/features/console/shared/fleet";
import { addDays } from "@/lib/dates";

interface Props {
  vehicles: readonly Vehicle[];
  from: string;
  days: number;
  isWide: boolean;
  today: string;
  chosen: { car?: string | undefined; place?: string | undefined };
  onChange: (changes: Partial<Record<"from" | "days" | "car" | "place", string | undefined>>) => void;
}

/** Which days and which vehicles are shown. */
export function Toolbar({ vehicles, from, days, isWide, today, chosen, onChange }: Props) {
  const { t } = useLingui();
  const cars = [...new Map(vehicles.map((each) => [each.carId, each.car])).entries()];
  const places = [...new Set(vehicles.map((each) => each.homeLocation))];
  const step = Math.max(1, Math.round(days / 2));
  return (
    <div className="mt-4 flex flex-wrap items-end gap-3">
      <div className="flex gap-1">
        <Button
          access="read"
          look="quiet"
          className="px-3"
          aria-label={t`Earlier`}
          onClick={() => onChange({ from: addDays(from, -step) })}
        >
          <ChevronLeft aria-hidden size={20} />
        </Button>
        <Button
          access="read"
          look="quiet"
          onClick={() => onChange({ from: undefined })}
          disabled={!isWide && from === today}
        >
          <Trans>Today</Trans>
        </Button>
        <Button
          access="read"
          look="quiet"
          className="px-3"
          aria-label={t`Later`}
          onClick={() => onChange({ from: addDays(from, step) })}
        >
          <ChevronRight aria-hidden size={20} />
        </Button>
      </div>
      <TextField
        label={isWide ? t`From` : t`Day`}
        type="date"
        value={from}
        onChange={(event) => event.target.value && onChange({ from: event.target.value })}
      />
      {isWide && (
        <FilterSelect
          label={t`Range`}
          value={String(days)}
          onChange={(chosenDays) => onChange({ days: chosenDays })}
          options={[
            ["14", t`2 weeks`],
            ["31", t`1 month`],
            ["92", t`3 months`],
          ]}
        />
      )}
      <FilterSelect
        label={t`Car`}
        value={chosen.car}
        onChange={(car) => onChange({ car })}
        all={t`All cars`}
        options={cars}
      />
      <FilterSelect
        label={t`Home location`}
        value={chosen.place}
        onChange={(place) => onChange({ place })}
        all={t`All locations`}
        options={places.map((place) => [place, placeName(place)])}
      />
    </div>
  );
}
