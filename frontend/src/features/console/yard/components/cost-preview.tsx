import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { costNames } from "@/features/console/shared/handover";
import { formatMoney } from "@/lib/format";
import { previewCosts, type YardBooking } from "../api";
import { type Draft, gapsOf, recordOf } from "../rules/form";

/** What the return may cost, for the customer to see before signing. Without a network it says so. */
export function CostPreview({ booking, draft }: { booking: YardBooking; draft: Draft }) {
  const { t } = useLingui();
  const { fuel, isClean, damages } = draft;
  const isKnown = gapsOf(draft).every(({ step }) => step !== "car");
  const costs = useQuery({
    queryKey: ["yard", "costs", booking.bookingId, fuel, isClean, damages.map(({ id }) => id)],
    queryFn: () => previewCosts(booking.bookingId, recordOf({ ...draft, signature: [] }, new Date(), [])),
    enabled: isKnown,
    networkMode: "always",
    retry: false,
    staleTime: 0,
  });
  const shown = (amount: number) => formatMoney(amount, booking.currency);
  return (
    <section aria-label={t`Return costs`} className="rounded-2xl border border-line bg-panel p-4">
      <h2 className="font-semibold">
        <Trans>Return costs</Trans>
      </h2>
      {!isKnown && <p className="mt-1 text-sm text-slate">{t`Enter mileage and fuel first.`}</p>}
      {costs.isError && (
        <p role="alert" className="mt-1 text-sm text-slate">
          {t`Couldn't calculate the costs offline. The office decides them and informs the customer.`}
        </p>
      )}
      {costs.data?.costs.length === 0 && <p className="mt-1 text-sm">{t`No return costs.`}</p>}
      {costs.data && costs.data.costs.length > 0 && (
        <>
          <dl className="tabular mt-2 grid gap-1.5">
            {costs.data.costs.map((cost, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: costs have no ids, and the list is replaced as a whole
              <div key={place} className="flex justify-between gap-4">
                <dt>{costNames[cost.kind](cost.quantity)}</dt>
                <dd className="whitespace-nowrap">{shown(cost.amount)}</dd>
              </div>
            ))}
            <div className="flex justify-between gap-4 border-t border-line pt-2 font-bold">
              <dt>{t`Total`}</dt>
              <dd>{shown(costs.data.total)}</dd>
            </div>
          </dl>
          <p className="mt-2 text-sm text-slate">
            <Trans>Show this to the customer before they sign. The office makes the final decision.</Trans>
          </p>
        </>
      )}
    </section>
  );
}
