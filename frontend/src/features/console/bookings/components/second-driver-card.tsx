import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { Panel } from "@/components/console/panel";
import { DialogForm } from "@/components/forms/dialog-form";
import { TextInput } from "@/components/forms/fields";
import { useSubmit } from "@/components/forms/use-submit";
import { Button } from "@/components/ui/button";
import {
  byCustomerKey,
  byCustomerQuery,
  type SecondDriver,
  saveSecondDriver,
} from "@/features/console/shared/by-customer/api";
import { formatPlainDay } from "@/lib/format";
import type { BookingDetail } from "../api";

const changeable = ["pending", "confirmed", "active"];

/** The second driver, whom the customer or the desk entered; nothing for a finished booking without one. */
export function SecondDriverCard({ booking }: { booking: BookingDetail }) {
  const { t } = useLingui();
  const { data } = useQuery(byCustomerQuery(booking.id));
  const [open, setOpen] = useState<"edit" | "remove" | null>(null);
  const canChange = changeable.includes(booking.status);
  if (!data || (!data.secondDriver && !canChange)) return null;
  const driver = data.secondDriver;
  const close = () => setOpen(null);
  return (
    <Panel title={t`Second driver`}>
      {driver ? (
        <p className="text-sm break-words">
          {[
            driver.name,
            driver.born && t`born ${{ day: formatPlainDay(driver.born) }}`,
            t`licence ${{ number: driver.licence }}`,
          ]
            .filter(Boolean)
            .join(", ")}
        </p>
      ) : (
        <p className="text-sm text-slate">
          <Trans>No second driver.</Trans>
        </p>
      )}
      {canChange && (
        <div className="mt-4 flex flex-wrap gap-2">
          <Button look="quiet" onClick={() => setOpen("edit")}>
            {driver ? t`Edit second driver` : t`Add second driver`}
          </Button>
          {driver && (
            <Button look="quiet" onClick={() => setOpen("remove")}>
              <Trans>Remove second driver</Trans>
            </Button>
          )}
        </div>
      )}
      {open === "edit" && <EditDialog bookingId={booking.id} driver={driver} onClose={close} />}
      {open === "remove" && driver && (
        <RemoveDialog bookingId={booking.id} name={driver.name} onClose={close} />
      )}
    </Panel>
  );
}

interface EditProps {
  bookingId: string;
  driver: SecondDriver | null;
  onClose: () => void;
}

function EditDialog({ bookingId, driver, onClose }: EditProps) {
  const { t } = useLingui();
  const client = useQueryClient();
  const form = useForm({
    defaultValues: {
      secondDriver: {
        name: driver?.name ?? "",
        born: driver?.born ?? "",
        licence: driver?.licence ?? "",
      },
    },
  });
  const { control } = form;
  const values = form.watch("secondDriver");
  const submit = useSubmit(form, ({ secondDriver }) => saveSecondDriver(bookingId, secondDriver), {
    done: { title: t`Second driver saved` },
    onDone: (answer) => {
      client.setQueryData(byCustomerKey(bookingId), answer);
      onClose();
    },
  });
  return (
    <DialogForm
      title={driver ? t`Edit second driver` : t`Add second driver`}
      description={t`The fee of the booking's terms is suggested at the handover.`}
      submit={submit}
      confirm={t`Save`}
      isBlocked={Object.values(values).some((value) => !value.trim())}
      onClose={onClose}
    >
      <TextInput
        control={control}
        name="secondDriver.name"
        label={t`Full name`}
        autoComplete="off"
        maxLength={160}
      />
      <TextInput control={control} name="secondDriver.born" type="date" label={t`Date of birth`} />
      <TextInput
        control={control}
        name="secondDriver.licence"
        label={t`Driving licence number`}
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={60}
      />
    </DialogForm>
  );
}

function RemoveDialog({
  bookingId,
  name,
  onClose,
}: {
  bookingId: string;
  name: string;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const client = useQueryClient();
  const form = useForm();
  const submit = useSubmit(form, () => saveSecondDriver(bookingId, null), {
    done: { title: t`Second driver removed` },
    onDone: (answer) => {
      client.setQueryData(byCustomerKey(bookingId), answer);
      onClose();
    },
  });
  return (
    <DialogForm
      title={t`Remove ${{ name }}?`}
      description={t`A fee accepted before stays in the price.`}
      submit={submit}
      confirm={t`Remove second driver`}
      look="risky"
      onClose={onClose}
    >
      {null}
    </DialogForm>
  );
}
