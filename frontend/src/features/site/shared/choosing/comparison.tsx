import { Trans, useLingui } from "@lingui/react/macro";
import { X } from "lucide-react";
import { Dialog } from "radix-ui";
import type { ReactNode } from "react";
import { Link, useLocation } from "react-router";
import { Picture } from "@/components/ui/picture";
import { useFocusReturn } from "@/components/ui/use-focus-return";
import { Total } from "@/features/site/shared/cars/car-price";
import { CardAction } from "@/features/site/shared/cars/card-action";
import { carUrl } from "@/features/site/shared/cars/facts";
import { RateNote } from "@/features/site/shared/pricing/rate-note";
import { useSearch } from "@/features/site/shared/search/use-search";
import { usePrice } from "@/lib/currency";
import type { Car } from "@/lib/site-config";
import { rowsOf } from "./comparison-rows";

/** Two or three cars side by side: a table, whose columns a phone swipes while their names stay. */
export function Comparison({ cars, onClose }: { cars: Car[]; onClose: () => void }) {
  const { t } = useLingui();
  const returnFocus = useFocusReturn();
  const { search } = useSearch();
  const query = useLocation().search;
  const price = usePrice();
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-deep/70" />
        <Dialog.Content
          aria-describedby={undefined}
          onCloseAutoFocus={returnFocus}
          className="fixed inset-x-0 bottom-0 z-50 flex max-h-[94dvh] flex-col rounded-t-3xl bg-snow sm:inset-6 sm:m-auto sm:h-fit sm:max-w-5xl sm:rounded-3xl"
        >
          <div className="flex items-center justify-between gap-4 px-5 pt-4 pb-2 sm:px-8 sm:pt-6">
            <Dialog.Title className="text-xl font-bold sm:text-2xl">
              <Trans>Side by side</Trans>
            </Dialog.Title>
            <Dialog.Close
              aria-label={t`Close`}
              className="grid size-11 place-items-center rounded-full bg-panel shadow-card"
            >
              <X aria-hidden size={22} />
            </Dialog.Close>
          </div>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, by keyboard too */}
          <div tabIndex={0} className="overflow-auto overscroll-contain px-5 pb-6 sm:px-8">
            <table
              className="w-full table-fixed border-separate border-spacing-x-3 text-sm max-sm:min-w-[var(--columns)]"
              style={{ "--columns": `${cars.length * 12}rem` } as object}
            >
              <thead>
                <tr>
                  {cars.map((car) => (
                    <th
                      key={car.slug}
                      scope="col"
                      className="sticky top-0 z-10 bg-snow pb-2 text-left align-top"
                    >
                      <Picture
                        picture={car.images[0]}
                        sizes="12rem"
                        alt=""
                        width={960}
                        height={600}
                        className="aspect-8/5 w-full rounded-xl bg-sky object-cover"
                      />
                      <Link
                        to={carUrl(car, query)}
                        className="inline-flex min-h-11 items-center text-base font-bold text-pine underline underline-offset-4"
                      >
                        {car.name}
                      </Link>
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                <Row label={<Trans context="of a rental">Price</Trans>}>
                  {cars.map((car) => (
                    <td key={car.slug} className="pb-3 align-top">
                      {search ? (
                        <div className="flex flex-col gap-2">
                          <Total car={car} search={search} />
                          <CardAction carName={car.name} search={search} availability={undefined} />
                        </div>
                      ) : (
                        <PerDay price={price(car.lowestRate)} />
                      )}
                    </td>
                  ))}
                </Row>
                {rowsOf(cars, price).map(({ label, values }) => (
                  <Row key={label} label={label}>
                    {values.map((value, at) => (
                      <td key={cars[at]?.slug} className="pb-3 align-top font-semibold">
                        {value || <span className="font-normal text-muted">–</span>}
                      </td>
                    ))}
                  </Row>
                ))}
              </tbody>
            </table>
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function PerDay({ price }: { price: string }) {
  return (
    <span className="tabular text-base font-bold">
      <Trans comment="The lowest price of a car for a day">from {price} a day</Trans>
      <RateNote className="font-normal" />
    </span>
  );
}

/** Labels are above their values: beside them there is no room on a phone. */
function Row({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <>
      <tr>
        <th
          scope="rowgroup"
          colSpan={3}
          className="border-t border-line pt-2 text-left font-normal text-slate"
        >
          <span className="sticky left-0">{label}</span>
        </th>
      </tr>
      <tr>{children}</tr>
    </>
  );
}
