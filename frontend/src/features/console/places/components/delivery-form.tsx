import { useLingui } from "@lingui/react/macro";
import { Panel } from "@/components/console/panel";
import { AmountField } from "@/features/console/shared/catalog-draft/amount-field";
import type { Items } from "@/features/console/shared/catalog-draft/api";
import { ConflictNotice } from "@/features/console/shared/catalog-draft/conflict-notice";
import { SaveBar } from "@/features/console/shared/catalog-draft/save-bar";
import { useDraftItem } from "@/features/console/shared/catalog-draft/use-draft-item";
import { feeOf, type Place, withFee } from "../rules";

/** One panel a pickup, with a fee for each place of return: a table of both would not fit a phone. */
export function DeliveryForm({ places }: { places: Place[] }) {
  const { t } = useLingui();
  const item = useDraftItem("deliveryFees", "all");
  const { value, errors } = item;
  if (!value) return null;
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void item.save();
      }}
    >
      <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
        {places.map((pickup) => (
          <Panel key={pickup.code} title={t`Pickup: ${pickup.name}`}>
            <div className="grid grid-cols-2 gap-3">
              {places.map((dropoff) => (
                <AmountField
                  key={dropoff.code}
                  label={t`Return: ${dropoff.name}`}
                  value={feeOf(value, pickup.code, dropoff.code) || null}
                  error={
                    errors[
                      `${value.findIndex((fee) => fee.pickup === pickup.code && fee.dropoff === dropoff.code)}.fee`
                    ]
                  }
                  onChange={(fee) => item.change(withFee(value, pickup.code, dropoff.code, fee ?? 0))}
                />
              ))}
            </div>
          </Panel>
        ))}
      </div>
      <SaveBar item={item} />
      <ConflictNotice<Items["deliveryFees"]>
        conflict={item.conflict}
        keepMine={item.keepMine}
        takeTheirs={item.takeTheirs}
      />
    </form>
  );
}
