import { Trans, useLingui } from "@lingui/react/macro";
import type { VersionedForm } from "@/components/forms/use-versioned-form";
import type { Car } from "../api";
import { equipment } from "../words";

type Code = Car["equipment"][number];

export function EquipmentFields({ form }: { form: VersionedForm<Car> }) {
  const { t } = useLingui();
  const put = (code: Code, isThere: boolean) =>
    form.update("equipment", (now) => (isThere ? [...now, code] : now.filter((each) => each !== code)));
  return (
    <fieldset className="mt-5">
      <legend className="text-sm font-semibold text-slate">
        <Trans>Equipment</Trans>
      </legend>
      <div className="mt-1 grid gap-x-4 sm:grid-cols-2">
        {(Object.keys(equipment) as Code[]).map((code) => (
          <label key={code} className="flex min-h-11 items-center gap-3 text-sm">
            <input
              type="checkbox"
              className="size-5 shrink-0 accent-pine"
              checked={form.values.equipment.includes(code)}
              onChange={(event) => put(code, event.target.checked)}
            />
            {t(equipment[code])}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
