import { useLingui } from "@lingui/react/macro";
import { FormProvider } from "react-hook-form";
import { Dialog } from "@/components/ui/dialog";
import { TextField } from "@/components/ui/field";
import { addDays, nowIn } from "@/lib/dates";
import { formatMoment } from "@/lib/format";
import { siteConfig } from "@/lib/site-config";
import type { BookingDetail } from "../../api";
import { type ChangeForm, useChangeForm } from "../use-change-form";
import { ChangePanel } from "./change-panel";

const extensions = [1, 2, 3, 7];

/** Extension and early return: only the end of the rental, with what it costs. */
export function ReturnDialog({ booking, onClose }: { booking: BookingDetail; onClose: () => void }) {
  const { t } = useLingui();
  const change = useChangeForm(booking, {}, onClose);
  return (
    <Dialog
      isWide
      title={t`Extend or return early`}
      description={t`Return due on ${{ moment: formatMoment(booking.returnAt) }}.`}
      isChanged={change.form.formState.isDirty}
      onClose={onClose}
    >
      <FormProvider {...change.form}>
        <form noValidate className="grid gap-4" onSubmit={change.onSubmit}>
          <ReturnFields booking={booking} change={change} />
          <ChangePanel booking={booking} change={change} />
        </form>
      </FormProvider>
    </Dialog>
  );
}

function ReturnFields({ booking, change: { form, live } }: { booking: BookingDetail; change: ChangeForm }) {
  const { t } = useLingui();
  const now = nowIn(siteConfig().tenant.timezone);
  const planned = nowIn(siteConfig().tenant.timezone, new Date(booking.returnAt)).slice(0, 10);
  const isOut = booking.status === "active" && now.slice(0, 10) <= planned;
  function set(day: string, time?: string) {
    form.setValue("returnDate", day, { shouldDirty: true });
    if (time) form.setValue("returnTime", time, { shouldDirty: true });
  }
  const quick = "min-h-11 rounded-xl border border-line px-3 text-sm font-semibold hover:bg-stone";
  return (
    <>
      <div className="flex flex-wrap gap-2">
        {isOut && (
          <button type="button" className={quick} onClick={() => set(now.slice(0, 10), now.slice(11))}>
            {t`Now`}
          </button>
        )}
        {extensions.map((days) => (
          <button key={days} type="button" className={quick} onClick={() => set(addDays(planned, days))}>
            {t({ message: `+${days} d`, context: "days more" })}
          </button>
        ))}
      </div>
      <div className="grid grid-cols-2 gap-4">
        <TextField
          label={t`Return day`}
          type="date"
          error={live.refusals.returnDate}
          {...form.register("returnDate")}
        />
        <TextField label={t`Return time`} type="time" {...form.register("returnTime")} />
      </div>
    </>
  );
}
