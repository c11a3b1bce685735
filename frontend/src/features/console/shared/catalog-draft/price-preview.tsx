import { Trans, useLingui } from "@lingui/react/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Problem } from "@/components/console/problem";
import { SelectField, TextField } from "@/components/ui/field";
import { addDays, todayIn } from "@/lib/dates";
import { formatMoney } from "@/lib/format";
import { lineLabel } from "@/lib/price-line";
import { siteConfig } from "@/lib/site-config";
import { draftKey, draftQuery, entriesOf, type Preview, previewPrice } from "./api";

interface Props {
  /** The name of the car to begin with. */
  car?: string;
  /** The first and last day to begin with, as 2026-07-01. */
  from?: string;
  until?: string;
}

/** A rental as visitors are quoted it now, beside the draft's price. */
export function PricePreview({ car = "", from = dayAhead(14), until = dayAhead(21) }: Props) {
  const { t } = useLingui();
  const { data: draft } = useQuery(draftQuery);
  const cars = draft ? entriesOf(draft, "cars").flatMap(({ item }) => item ?? []) : [];
  const places = draft ? entriesOf(draft, "locations").flatMap(({ item }) => item ?? []) : [];
  const [chosen, choose] = useState({ car, pickup: "", dropoff: "", from, until });
  const place = places[0]?.code ?? "";
  const body = {
    carType: chosen.car || cars[0]?.name || "",
    pickupLocation: chosen.pickup || place,
    dropoffLocation: chosen.dropoff || chosen.pickup || place,
    pickupDate: chosen.from,
    returnDate: chosen.until,
    pickupTime: "10:00",
    returnTime: "10:00",
  };
  const query = useQuery({
    queryKey: [...draftKey, "preview", draft?.revision, body],
    queryFn: () => previewPrice(body),
    enabled: Boolean(body.carType && body.pickupDate && body.returnDate),
    placeholderData: keepPreviousData,
    retry: false,
  });
  return (
    <div data-transient className="flex flex-col gap-4">
      <div className="grid grid-cols-2 gap-3">
        <div className="col-span-2">
          <SelectField
            label={t`Car`}
            value={body.carType}
            onChange={(event) => choose({ ...chosen, car: event.target.value })}
          >
            {cars.map((each) => (
              <option key={each.slug}>{each.name}</option>
            ))}
          </SelectField>
        </div>
        <TextField
          type="date"
          label={t`Pickup`}
          value={chosen.from}
          onChange={(event) => choose({ ...chosen, from: event.target.value })}
        />
        <TextField
          type="date"
          label={t`Return`}
          min={chosen.from}
          value={chosen.until}
          onChange={(event) => choose({ ...chosen, until: event.target.value })}
        />
      </div>
      {query.isError ? (
        <Problem error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        query.data && <Compared preview={query.data} />
      )}
    </div>
  );
}

function Compared({ preview }: { preview: Preview }) {
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Price title={<Trans>Now</Trans>} price={preview.live} />
      <Price title={<Trans>With your changes</Trans>} price={preview.draft} isNew />
    </div>
  );
}

interface PriceProps {
  title: React.ReactNode;
  price: Preview["live"];
  isNew?: boolean;
}

function Price({ title, price, isNew = false }: PriceProps) {
  return (
    <section className={isNew ? "rounded-card bg-sky p-4" : "rounded-card bg-stone p-4"}>
      <h3 className="text-sm font-semibold">{title}</h3>
      {price ? (
        <>
          <p className="mt-1 text-xl font-bold tabular-nums">
            {formatMoney(price.totalPrice, price.currency)}
          </p>
          <ul className="mt-2 flex flex-col gap-1 text-sm">
            {price.lines.map((line) => (
              <li key={line.code} className="flex justify-between gap-3">
                <span className="min-w-0 break-words">
                  {line.quantity > 1 && (
                    <span className="text-slate tabular-nums">
                      {`${line.quantity} × ${formatMoney(line.unitPrice, price.currency)} `}
                    </span>
                  )}
                  {lineLabel(line)}
                </span>
                <span className="tabular-nums">{formatMoney(line.amount, price.currency)}</span>
              </li>
            ))}
          </ul>
        </>
      ) : (
        <p className="mt-1 text-sm text-slate">
          <Trans>Cannot be booked</Trans>
        </p>
      )}
    </section>
  );
}

/** A day by the company's calendar: after midnight in Tbilisi it is still yesterday by UTC. */
function dayAhead(days: number): string {
  return addDays(todayIn(siteConfig().tenant.timezone), days);
}
