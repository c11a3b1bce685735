import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import { SelectField } from "@/components/ui/field";
import { BlockDialog } from "@/features/console/shared/blocks/block-dialog";
import type { Vehicle } from "@/features/console/shared/fleet";

interface Props {
  vehicles: readonly Vehicle[];
  timezone: string;
  onClose: () => void;
}

/** Blocks a vehicle that is chosen first. */
export function BlockAnyDialog({ vehicles, timezone, onClose }: Props) {
  const { t } = useLingui();
  const [chosen, setChosen] = useState<Vehicle | null>(null);
  if (chosen) return <BlockDialog vehicle={chosen} timezone={timezone} onClose={onClose} />;
  return (
    <Dialog title={t`Block a vehicle`} onClose={onClose}>
      <SelectField
        label={t`Vehicle`}
        value=""
        onChange={(event) => setChosen(vehicles.find(({ id }) => id === event.target.value) ?? null)}
      >
        <option value="">{t`Select a vehicle`}</option>
        {vehicles
          .filter(({ state }) => state !== "sold")
          .map(({ id, plate, car }) => (
            <option key={id} value={id}>{`${plate} · ${car}`}</option>
          ))}
      </SelectField>
    </Dialog>
  );
}
