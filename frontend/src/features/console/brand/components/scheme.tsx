import { Trans, useLingui } from "@lingui/react/macro";
import { Panel } from "@/components/console/panel";
import { schemeNames } from "../rules";
import type { BrandState } from "../use-brand";

/** Whether the site turns dark for visitors whose device asks for it. */
export function SchemeChoice({ form }: { form: BrandState["form"] }) {
  const { t } = useLingui();
  return (
    <Panel title={t`Dark mode`} description={<Trans>Contrast is checked in both themes.</Trans>}>
      <fieldset className="grid gap-2">
        <legend className="sr-only">{t`Dark mode`}</legend>
        {schemeNames.map(([name, label]) => (
          <label
            key={name}
            className="flex min-h-11 cursor-pointer items-center gap-3 rounded-xl border border-line px-3 has-checked:border-pine has-checked:bg-sky"
          >
            <input
              type="radio"
              name="scheme"
              className="size-5 shrink-0 accent-pine"
              checked={form.values.scheme === name}
              onChange={() => form.set("scheme", name)}
            />
            {t(label)}
          </label>
        ))}
      </fieldset>
    </Panel>
  );
}
