import { useLingui } from "@lingui/react/macro";
import { Panel } from "@/components/console/panel";
import { AmountField } from "@/features/console/shared/catalog-draft/amount-field";
import type { Items } from "@/features/console/shared/catalog-draft/api";
import { ConflictNotice } from "@/features/console/shared/catalog-draft/conflict-notice";
import { SaveBar } from "@/features/console/shared/catalog-draft/save-bar";
import { useDraftItem } from "@/features/console/shared/catalog-draft/use-draft-item";
import { type Fees, feeOf, type Place, withFee } from "../rules";

/** One panel a pickup, with a fee for each place of return: a table of both would not fit a phone. */
export function DeliveryForm({ places }: { places: Place[] }) {
  const item = useDraftItem("deliveryFees", "all");
  const { value } = item;
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
          <PickupPanel key={pickup.code} pickup={pickup} places={places} item={item} fees={value} />
        ))}
      </div>
      <SaveBar item={item} />
      <ConflictNotice<Items["deliveryFees"]>
        conflict={item.conflict}
        keepMine={item.keepMine}
        takeTheirs={item.takeTheirs}
        dismiss={item.dismiss}
      />
    </form>
  );
}

interface PickupProps {
  pickup: Place;
  places: Place[];
  item: ReturnType<typeof useDraftItem<"deliveryFees">>;
  fees: Fees;
}

function PickupPanel({ pickup, places, item, fees }: PickupProps) {
  const { t } = useLingui();
  const { name } = pickup;
  const errorOf = (dropoff: string) => {
    const place = fees.findIndex((fee) => fee.pickup === pickup.code && fee.dropoff === dropoff);
    return item.errors[`${place}.fee`];
  };
  return (
    <Panel title={t`Pickup: ${name}`}>
      <div className="grid grid-cols-2 gap-3">
        {places.map(({ code, name: back }) => (
          <AmountField
            key={code}
            label={t`Return: ${back}`}
            value={feeOf(fees, pickup.code, code) || null}
            error={errorOf(code)}
            onChange={(fee) => item.change(withFee(fees, pickup.code, code, fee ?? 0))}
          />
        ))}
      </div>
    </Panel>
  );
}
