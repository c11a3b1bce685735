import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { Panel } from "@/components/console/panel";
import { useChange } from "@/components/console/use-change";
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
import { addDriverFee, handoverQuery } from "@/features/console/shared/handover-panel/api";
import { formatMoney, formatPlainDay } from "@/lib/format";
import { agreementKey } from "../agreement";
import type { BookingDetail } from "../api";

/** Whether a licence that is valid until this day expires before the car is back, in the company's zone. */
export function expiresBefore(day: string | null, returnAt: string, timezone: string): boolean {
  if (!day) return false;
  return day < new Intl.DateTimeFormat("en-CA", { timeZone: timezone }).format(new Date(returnAt));
}

const changeable = ["pending", "confirmed", "active"];

/** The second driver, whom the customer or the desk entered; nothing for a finished booking without one. */
export function SecondDriverCard({ booking, timezone }: { booking: BookingDetail; timezone: string }) {
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
            driver.licenceExpiresOn && t`valid until ${{ day: formatPlainDay(driver.licenceExpiresOn) }}`,
          ]
            .filter(Boolean)
            .join(", ")}
        </p>
      ) : (
        <p className="text-sm text-slate">
          <Trans>No second driver.</Trans>
        </p>
      )}
      {driver && canChange && expiresBefore(driver.licenceExpiresOn, booking.returnAt, timezone) && (
        <ExpiryWarning />
      )}
      {driver && canChange && <FeeOffer bookingId={booking.id} />}
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
      {open === "edit" && (
        <EditDialog
          booking={booking}
          timezone={timezone}
          driver={driver}
          seenAt={data.detailsUpdatedAt}
          onClose={close}
        />
      )}
      {open === "remove" && driver && (
        <RemoveDialog
          bookingId={booking.id}
          name={driver.name}
          seenAt={data.detailsUpdatedAt}
          onClose={close}
        />
      )}
    </Panel>
  );
}

function ExpiryWarning() {
  return (
    <p role="status" className="mt-2 flex items-start gap-2 text-sm font-semibold text-ink">
      <TriangleAlert aria-hidden size={18} className="mt-0.5 shrink-0" />
      <Trans>This licence expires before the return.</Trans>
    </p>
  );
}

/** Offers to add the agreed fee to the price, once. */
function FeeOffer({ bookingId }: { bookingId: string }) {
  const { t } = useLingui();
  const { data } = useQuery(handoverQuery(bookingId));
  const client = useQueryClient();
  const change = useChange({ refresh: handoverQuery(bookingId).queryKey });
  const total = data?.driverFees.reduce((sum, fee) => sum + Math.round(fee.amount * 100), 0) ?? 0;
  if (!data || total === 0) return null;
  const amount = total / 100;
  const add = async () => {
    const isDone = await change(
      () => addDriverFee(bookingId, amount),
      () => ({ title: t`Fee added to the price` }),
    );
    if (isDone) await client.invalidateQueries();
  };
  return (
    <div className="mt-3 flex flex-wrap items-center justify-between gap-3 rounded-xl bg-stone p-3 text-sm">
      <span>
        <Trans>The fee of {{ fee: formatMoney(amount, data.currency) }} is not in the price yet.</Trans>
      </span>
      <Button look="quiet" onClick={() => void add()}>
        <Trans>Add to price</Trans>
      </Button>
    </div>
  );
}

interface EditProps {
  booking: BookingDetail;
  timezone: string;
  driver: SecondDriver | null;
  seenAt: string | null;
  onClose: () => void;
}

function EditDialog({ booking, timezone, driver, seenAt, onClose }: EditProps) {
  const { t } = useLingui();
  const bookingId = booking.id;
  // What the customer saves while the dialog is open is not overwritten.
  const [seen] = useState(seenAt);
  const client = useQueryClient();
  const form = useForm({
    defaultValues: {
      secondDriver: {
        name: driver?.name ?? "",
        born: driver?.born ?? "",
        licence: driver?.licence ?? "",
        licenceExpiresOn: driver?.licenceExpiresOn ?? "",
      },
    },
  });
  const { control } = form;
  const values = form.watch("secondDriver");
  const submit = useSubmit(
    form,
    ({ secondDriver: { licenceExpiresOn, ...given } }) =>
      saveSecondDriver(bookingId, { ...given, licenceExpiresOn: licenceExpiresOn || null }, seen),
    {
      done: { title: t`Second driver saved` },
      // The fee is offered by the handover's answer.
      refresh: [handoverQuery(bookingId).queryKey, byCustomerKey(bookingId), agreementKey(bookingId)],
      onDone: (answer) => {
        client.setQueryData(byCustomerKey(bookingId), answer);
        onClose();
      },
    },
  );
  return (
    <DialogForm
      title={driver ? t`Edit second driver` : t`Add second driver`}
      description={t`If the booking's terms have a fee, you can add it to the price afterwards.`}
      submit={submit}
      confirm={t`Save`}
      isBlocked={[values.name, values.born, values.licence].some((value) => !value.trim())}
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
      <TextInput
        control={control}
        name="secondDriver.licenceExpiresOn"
        type="date"
        label={t`Licence valid until (optional)`}
      />
      {expiresBefore(values.licenceExpiresOn, booking.returnAt, timezone) && <ExpiryWarning />}
    </DialogForm>
  );
}

function RemoveDialog({
  bookingId,
  name,
  seenAt,
  onClose,
}: {
  bookingId: string;
  name: string;
  seenAt: string | null;
  onClose: () => void;
}) {
  const [seen] = useState(seenAt);
  const { t } = useLingui();
  const client = useQueryClient();
  const form = useForm();
  const submit = useSubmit(form, () => saveSecondDriver(bookingId, null, seen), {
    done: { title: t`Second driver removed` },
    refresh: [handoverQuery(bookingId).queryKey, byCustomerKey(bookingId), agreementKey(bookingId)],
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
