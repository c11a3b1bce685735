import { Trans, useLingui } from "@lingui/react/macro";
import { X } from "lucide-react";
import { Dialog } from "radix-ui";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { useFocusReturn } from "@/components/ui/use-focus-return";
import { RateNote } from "@/features/site/shared/pricing/rate-note";
import { maxRentalDays } from "@/features/site/shared/pricing/rules";
import { addDays, daysBetween, todayIn } from "@/lib/dates";
import { formatDate, formatDays } from "@/lib/format";
import { type Car, siteConfig } from "@/lib/site-config";
import { DaysGrid } from "./days-grid";
import type { Range } from "./rules";
import { useTakenDays } from "./use-taken-days";

interface Props {
  range: Range;
  /** Whose prices and free days are shown; without it, those of all cars. */
  car?: Car | undefined;
  /** Where the car is picked up, by its code. */
  place: string;
  onChoose: (range: Range) => void;
  onClose: () => void;
}

// A page of it, and what comes before the first day of a month.
const daysShown = 99;

/** The days of pickup and return, on a calendar that knows prices, taken days and the shortest rental. */
export function Calendar({ range: started, car, place, onChoose, onClose }: Props) {
  const { t } = useLingui();
  const returnFocus = useFocusReturn();
  const { rental, tenant } = siteConfig();
  const today = todayIn(tenant.timezone);
  const [range, setRange] = useState<Range>(started.from >= today ? started : { from: "", to: "" });
  const [month, setMonth] = useState(range.from || today);
  const first = `${month.slice(0, 7)}-01`;
  const taken = useTakenDays(first < today ? today : first, daysShown, car?.slug);
  const limits = { today, minimumDays: rental.minimumDays, maxDays: maxRentalDays, taken };
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-deep/70" />
        <Dialog.Content
          aria-describedby={undefined}
          onCloseAutoFocus={returnFocus}
          className="fixed inset-x-0 bottom-0 z-50 flex max-h-[96dvh] flex-col rounded-t-3xl bg-snow sm:inset-6 sm:m-auto sm:h-fit sm:w-fit sm:rounded-3xl"
        >
          <div className="flex items-center justify-between gap-4 px-5 pt-4 sm:px-8 sm:pt-6">
            <Dialog.Title className="text-xl font-bold">
              <Trans>Pickup and return</Trans>
            </Dialog.Title>
            <Dialog.Close
              aria-label={t`Close`}
              className="grid size-11 place-items-center rounded-full bg-panel shadow-card"
            >
              <X aria-hidden size={22} />
            </Dialog.Close>
          </div>
          <p role="status" className="min-h-6 px-5 text-slate sm:px-8">
            <RangeStatus range={range} minimumDays={rental.minimumDays} />
          </p>
          <div className="overflow-y-auto overscroll-contain px-3 pb-2 sm:px-6">
            <DaysGrid
              range={range}
              limits={limits}
              month={month}
              car={car}
              place={place}
              onMonth={setMonth}
              onRange={setRange}
            />
            <RateNote className="px-2" />
          </div>
          <div className="flex items-center justify-between gap-3 border-t border-line px-5 py-3 sm:px-8">
            <Button look="quiet" disabled={!range.from} onClick={() => setRange({ from: "", to: "" })}>
              <Trans comment="Empties the chosen days">Clear days</Trans>
            </Button>
            <Button disabled={!range.to} onClick={() => onChoose(range)} className="grow sm:grow-0">
              <Trans>Use these dates</Trans>
            </Button>
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** What is chosen, and what comes next. */
function RangeStatus({ range, minimumDays }: { range: Range; minimumDays: number }) {
  if (!range.from) return <Trans>Choose the day of pickup</Trans>;
  const start = formatDate(range.from);
  if (!range.to) {
    const earliest = formatDate(addDays(range.from, minimumDays));
    return (
      <Trans>
        {start} – now the day of return: {earliest} or later
      </Trans>
    );
  }
  const end = formatDate(range.to);
  const length = formatDays(daysBetween(range.from, range.to));
  return (
    <Trans comment="Days of a search: Tue 7 Jul – Fri 10 Jul, 3 days">
      {start} – {end}, {length}
    </Trans>
  );
}
