import { Trans, useLingui } from "@lingui/react/macro";
import { type SubmitEvent, useState } from "react";
import { fleetSettingsRequestLimits as limits } from "@/api/limits.gen";
import { Check } from "@/components/console/check";
import { ConfirmDialog } from "@/components/console/confirm-dialog";
import { Panel } from "@/components/console/panel";
import { useChange } from "@/components/console/use-change";
import { useUnsavedWork } from "@/components/forms/unsaved-work";
import { Button } from "@/components/ui/button";
import { controlClass, Field } from "@/components/ui/field";
import { type FleetSettings, fleetSettingsKey, saveFleetSettings } from "../api";

const usual = [0, 60, 120, 180, 240, 1440];

/** Availability on or off, and the turn-round. Switching off asks first: nothing keeps a car from being booked twice then. */
export function SettingsForm({ settings }: { settings: FleetSettings }) {
  const { t } = useLingui();
  const [availability, setAvailability] = useState(settings.availability);
  const [minutes, setMinutes] = useState(String(settings.turnRoundMinutes));
  const [isAsking, setIsAsking] = useState(false);
  const change = useChange({ refresh: fleetSettingsKey, failed: t`Couldn't save the settings` });
  const wanted = { availability, turnRoundMinutes: Number(minutes) };
  const isGood = /^\d{1,4}$/.test(minutes) && wanted.turnRoundMinutes <= limits.turnRoundMinutes.maximum;
  const isSame =
    availability === settings.availability && wanted.turnRoundMinutes === settings.turnRoundMinutes;
  useUnsavedWork(!isSame);
  const save = () =>
    change(
      () => saveFleetSettings(wanted),
      () => ({ title: t`Fleet settings saved`, description: t`Your site updates within seconds.` }),
    );

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!isGood) return;
    if (settings.availability && !availability) setIsAsking(true);
    else void save();
  }
  const named = (value: number) =>
    value === 0 ? t`none` : value % 60 === 0 ? t`${{ hours: value / 60 }} h` : t`${{ minutes: value }} min`;
  return (
    <form noValidate className="grid max-w-3xl gap-4" onSubmit={submit}>
      <Panel title={t`Availability`}>
        <Check
          label={t`Track availability`}
          hint={t`Your site shows which cars are available and only accepts bookings for those. Confirming a booking assigns a vehicle. Cars without vehicles aren't affected.`}
          checked={availability}
          onChange={(event) => setAvailability(event.target.checked)}
        />
      </Panel>
      <Panel
        title={t`Turnaround time`}
        description={
          <Trans>Time to clean and check a vehicle between rentals. Applies to new bookings.</Trans>
        }
      >
        <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
          <div className="w-36">
            <Field
              label={t`Minutes`}
              error={isGood ? undefined : t`From 0 to ${{ most: limits.turnRoundMinutes.maximum }} minutes`}
            >
              {(props) => (
                <input
                  inputMode="numeric"
                  className={controlClass("tabular")}
                  value={minutes}
                  onChange={(event) => setMinutes(event.target.value.trim())}
                  {...props}
                />
              )}
            </Field>
          </div>
          <div className="flex flex-wrap gap-1.5">
            {usual.map((value) => (
              <button
                key={value}
                type="button"
                aria-pressed={minutes === String(value)}
                className="tabular min-h-12 rounded-xl border border-line px-3 text-sm font-semibold hover:bg-stone aria-pressed:border-pine aria-pressed:bg-pine aria-pressed:text-on-pine"
                onClick={() => setMinutes(String(value))}
              >
                {named(value)}
              </button>
            ))}
          </div>
        </div>
      </Panel>
      <div>
        <Button type="submit" disabled={isSame}>
          <Trans>Save</Trans>
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title={t`Turn off availability?`}
          description={t`Your site won't show availability and accepts bookings even when all vehicles are out. Assigned vehicles stay assigned.`}
          confirm={t`Turn off`}
          onConfirm={save}
          onClose={() => setIsAsking(false)}
        />
      )}
    </form>
  );
}
