import { useLingui } from "@lingui/react/macro";
import { useForm } from "react-hook-form";
import { DialogForm } from "@/components/forms/dialog-form";
import { TextInput } from "@/components/forms/fields";
import { useSubmit } from "@/components/forms/use-submit";
import { useMe } from "@/features/console/shared/session";
import { addDays, todayIn } from "@/lib/dates";
import { exportPeriod, exportsQuery } from "../api";

interface Props {
  /** The day after the last export; null before the first one. */
  nextFrom: string | null;
  onClose: () => void;
}

/** The days of a new export. Only the first one chooses where it begins. */
export function ExportDialog({ nextFrom, onClose }: Props) {
  const { t } = useLingui();
  const { tenant } = useMe();
  const yesterday = addDays(todayIn(tenant.timezone), -1);
  const first = nextFrom ?? `${yesterday.slice(0, 4)}-01-01`;
  const monthEnd = lastMonthEnd(yesterday);
  // A month that was exported to its end is followed by the current one.
  const form = useForm({ defaultValues: { from: first, to: monthEnd >= first ? monthEnd : yesterday } });
  const { from, to } = form.watch();
  const submit = useSubmit(form, exportPeriod, {
    refresh: [exportsQuery.queryKey],
    done: { title: t`Period exported` },
    onDone: onClose,
  });
  return (
    <DialogForm
      title={t`Export period`}
      description={t`The period is closed afterwards. This can't be undone.`}
      confirm={t`Export period`}
      submit={submit}
      isBlocked={!from || !to}
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2 [&>*]:min-w-0">
        <TextInput
          control={form.control}
          name="from"
          type="date"
          label={t`First day`}
          hint={nextFrom ? t`The day after the last export` : t`What was recorded before is not exported.`}
          max={yesterday}
          readOnly={nextFrom !== null}
          required
        />
        <TextInput
          control={form.control}
          name="to"
          type="date"
          label={t`Last day`}
          min={from}
          max={yesterday}
          required
        />
      </div>
    </DialogForm>
  );
}

/** The end of the month before, or the day itself if its month ends with it. */
function lastMonthEnd(day: string): string {
  const first = `${day.slice(0, 8)}01`;
  return addDays(day, 1).slice(8) === "01" ? day : addDays(first, -1);
}
