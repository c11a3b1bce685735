import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useChange } from "@/components/console/use-change";
import { Button, buttonClass } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { openAlertsKey } from "@/features/console/shared/open-alerts";
import { useMe } from "@/features/console/shared/session";
import { addDays, todayIn } from "@/lib/dates";
import { type AlertRule, alertRulesKey, snoozeRule } from "./api";

/** Stops an alert for a day, a week or until a day, or resumes it. */
export function SnoozeMenu({ rule }: { rule: AlertRule }) {
  const { t } = useLingui();
  const { tenant } = useMe();
  const client = useQueryClient();
  const change = useChange({ refresh: alertRulesKey });
  const [isOpen, setOpen] = useState(false);
  const [day, setDay] = useState("");
  const today = todayIn(tenant.timezone);
  const snooze = async (until: string | null) => {
    const isDone = await change(() => snoozeRule(rule.id, until));
    void client.invalidateQueries({ queryKey: openAlertsKey });
    if (isDone) setOpen(false);
  };
  const plain = buttonClass("plain", "min-h-11 px-2 text-sm");
  if (rule.snoozedUntil)
    return (
      <button type="button" className={plain} onClick={() => void snooze(null)}>
        <Trans>Resume</Trans>
      </button>
    );
  return (
    <>
      <button type="button" className={plain} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Trans>Snooze</Trans>
      </button>
      {isOpen && (
        <fieldset className="flex basis-full flex-wrap items-end gap-2 pb-2">
          <legend className="sr-only">
            <Trans>Snooze</Trans>
          </legend>
          <Button
            look="quiet"
            className="min-h-11 px-4 text-sm"
            onClick={() => void snooze(addDays(today, 1))}
          >
            <Trans>1 day</Trans>
          </Button>
          <Button
            look="quiet"
            className="min-h-11 px-4 text-sm"
            onClick={() => void snooze(addDays(today, 7))}
          >
            <Trans>7 days</Trans>
          </Button>
          <div className="w-44">
            <TextField
              type="date"
              label={t`Until`}
              min={addDays(today, 1)}
              max={addDays(today, 365)}
              value={day}
              onChange={({ target }) => setDay(target.value)}
            />
          </div>
          <Button
            look="quiet"
            className="min-h-11 px-4 text-sm"
            disabled={!day}
            onClick={() => void snooze(day)}
          >
            <Trans>Snooze until this day</Trans>
          </Button>
        </fieldset>
      )}
    </>
  );
}
