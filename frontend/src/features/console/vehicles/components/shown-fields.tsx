import { Trans, useLingui } from "@lingui/react/macro";
import { Controller, type UseFormReturn } from "react-hook-form";
import { MediaPicker } from "@/features/console/shared/media/media-picker";
import type { VehicleForm } from "../rules";

/** Whether visitors see this very vehicle on its car's page, and with which photograph. */
export function ShownFields({ form }: { form: UseFormReturn<VehicleForm> }) {
  const { t } = useLingui();
  const isShown = form.watch("isShown");
  return (
    <>
      <label className="flex min-h-11 items-center gap-3">
        <input type="checkbox" className="size-5 shrink-0 accent-pine" {...form.register("isShown")} />
        <Trans>Show to visitors: year, mileage and photo, never the plate</Trans>
      </label>
      {isShown && (
        <Controller
          control={form.control}
          name="pictureId"
          render={({ field }) => (
            <MediaPicker
              label={t`Photo`}
              value={field.value && { mediaId: field.value }}
              onChange={field.onChange}
            />
          )}
        />
      )}
    </>
  );
}
