import { Trans, useLingui } from "@lingui/react/macro";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { fleetSettingsRequestLimits as limits } from "@/api/limits.gen";
import type { components } from "@/api/schema.gen";
import { PageHeader } from "@/components/console/page-header";
import { Panel } from "@/components/console/panel";
import { QueryBoundary } from "@/components/console/query-boundary";
import { CheckInput, NumberInput } from "@/components/forms/fields";
import { useUnsavedWork } from "@/components/forms/unsaved-work";
import { useSubmit } from "@/components/forms/use-submit";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { FormProblem } from "@/components/ui/form-problem";
import { api, bodyOf } from "@/lib/api";

/** What the company promises of its fleet. */
export function Component() {
  const { t } = useLingui();
  const query = useQuery(fleetSettingsQuery);
  return (
    <>
      <PageHeader title={t`Fleet settings`} description={<Trans>Availability and turnaround time.</Trans>} />
      <div className="mt-6">
        <QueryBoundary query={query}>{(settings) => <SettingsForm settings={settings} />}</QueryBoundary>
      </div>
    </>
  );
}

type FleetSettings = components["schemas"]["FleetSettingsRequest"];
const path = "/api/admin/fleet/settings";
const fleetSettingsKey = [path];

const fleetSettingsQuery = queryOptions({
  queryKey: fleetSettingsKey,
  queryFn: () => bodyOf(api.GET(path)),
  staleTime: 0,
});

function saveFleetSettings(body: FleetSettings) {
  return bodyOf(api.PUT(path, { body }));
}

const usual = [0, 60, 120, 180, 240, 1440];

interface Values {
  availability: boolean;
  turnRoundMinutes: number | string | null;
}

/** Availability on or off, and the turn-round. Switching off asks first: nothing keeps a car from being booked twice then. */
function SettingsForm({ settings }: { settings: FleetSettings }) {
  const { t } = useLingui();
  const form = useForm<Values>({ values: settings, resetOptions: { keepDirtyValues: true } });
  const { control } = form;
  const { availability, turnRoundMinutes } = form.watch();
  const [isAsking, setIsAsking] = useState(false);
  const isSame = availability === settings.availability && turnRoundMinutes === settings.turnRoundMinutes;
  useUnsavedWork(!isSame);
  const { onSubmit, problem, isPending } = useSubmit(
    form,
    (values: Values) => saveFleetSettings({ ...values, turnRoundMinutes: Number(values.turnRoundMinutes) }),
    {
      refresh: [fleetSettingsKey],
      done: { title: t`Fleet settings saved`, description: t`Your site updates within seconds.` },
    },
  );
  const named = (value: number) =>
    value === 0 ? t`none` : value % 60 === 0 ? t`${{ hours: value / 60 }} h` : t`${{ minutes: value }} min`;
  return (
    <form
      noValidate
      className="grid max-w-3xl gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (settings.availability && !availability) setIsAsking(true);
        else void onSubmit(event);
      }}
    >
      <Panel title={t`Availability`}>
        <CheckInput
          control={control}
          name="availability"
          label={t`Track availability`}
          hint={t`Your site shows which cars are available and only accepts bookings for those. Confirming a booking assigns a vehicle. Cars without vehicles aren't affected.`}
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
            <NumberInput
              control={control}
              name="turnRoundMinutes"
              label={t`Minutes`}
              digits={0}
              limits={limits.turnRoundMinutes}
            />
          </div>
          <div className="flex flex-wrap gap-1.5">
            {usual.map((value) => (
              <button
                key={value}
                type="button"
                aria-pressed={turnRoundMinutes === value}
                className="tabular min-h-12 rounded-xl border border-line px-3 text-sm font-semibold hover:bg-stone aria-pressed:border-pine aria-pressed:bg-pine aria-pressed:text-on-pine"
                onClick={() => form.setValue("turnRoundMinutes", value)}
              >
                {named(value)}
              </button>
            ))}
          </div>
        </div>
      </Panel>
      <FormProblem text={problem} />
      <div>
        <Button type="submit" disabled={isSame || isPending}>
          <Trans>Save</Trans>
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title={t`Turn off availability?`}
          description={t`Your site won't show availability and accepts bookings even when all vehicles are out. Assigned vehicles stay assigned.`}
          confirm={t`Turn off`}
          onConfirm={() => onSubmit()}
          onClose={() => setIsAsking(false)}
        />
      )}
    </form>
  );
}
