import { Trans, useLingui } from "@lingui/react/macro";
import { Panel } from "@/components/console/panel";
import { Button } from "@/components/ui/button";
import { controlClass } from "@/components/ui/field";
import { sentenceIn } from "@/lib/server-messages";
import { colorNames } from "../rules";
import type { BrandState } from "../use-brand";

/** Eight colors. Low contrast is reported immediately, with the nearest readable color. */
export function Palette({ state }: { state: BrandState }) {
  const { t } = useLingui();
  const { set, values } = state.form;
  const { colors } = values;
  const { problems = [], repaired } = state.looked ?? {};
  return (
    <Panel title={t`Colours`}>
      <ul className="grid gap-3">
        {colorNames.map(([name, label]) => {
          const color = colors[name] ?? "";
          const problem = problems.find((item) => item.name === name);
          return (
            <li key={name} className="grid gap-1">
              <div className="flex items-center gap-3">
                <input
                  type="color"
                  aria-label={t`${{ color: t(label) }}, to choose`}
                  value={color}
                  className="size-11 shrink-0 cursor-pointer rounded-xl border border-line bg-panel p-1"
                  onChange={(event) => set(`colors.${name}`, event.target.value)}
                />
                <span className="min-w-0 grow text-sm font-semibold">{t(label)}</span>
                <input
                  aria-label={t(label)}
                  aria-invalid={problem !== undefined}
                  value={color}
                  maxLength={7}
                  spellCheck={false}
                  className={controlClass("tabular w-28 font-mono text-sm")}
                  onChange={(event) => set(`colors.${name}`, event.target.value.trim().toLowerCase())}
                />
              </div>
              {problem && (
                <p role="alert" className="text-sm font-medium text-danger">
                  {sentenceIn(problem.problem)}
                </p>
              )}
            </li>
          );
        })}
      </ul>
      {problems.length > 0 && (
        <Button look="quiet" className="mt-4" onClick={() => repaired && set("colors", repaired)}>
          <Trans>Use nearest readable colours</Trans>
        </Button>
      )}
    </Panel>
  );
}
