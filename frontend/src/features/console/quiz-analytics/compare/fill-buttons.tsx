import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Button } from "@/components/ui/button";
import { useSearchChange } from "@/lib/url-state";
import { choicesQuery } from "../api";
import { valueName } from "../rules/filter-words";
import { exactly } from "../rules/match";
import type { View } from "../rules/view";
import { maxSegments, withSegments } from "./segment";

const fewest = 2;
type By = "quizVersion" | "device" | "utmCampaign";

/** Segments with one click: the most frequent versions, devices or campaigns over the same days. */
export function FillButtons({ view }: { view: View }) {
  const { t } = useLingui();
  const names: Record<By, string> = {
    quizVersion: t`Compare quiz versions`,
    device: t`Compare devices`,
    utmCampaign: t`Compare campaigns`,
  };
  return (
    <div className="mt-3 flex flex-wrap items-center gap-2 text-sm">
      <span className="text-slate">
        <Trans>Over the same days:</Trans>
      </span>
      {(Object.keys(names) as By[]).map((by) => (
        <FillButton key={by} view={view} by={by} name={names[by]} />
      ))}
    </div>
  );
}

function FillButton({ view, by, name }: { view: View; by: By; name: string }) {
  const { t } = useLingui();
  const go = useSearchChange();
  const choices = useQuery(choicesQuery(view, by)).data?.choices[by] ?? [];
  const values = choices.map(({ value }) => value).slice(0, maxSegments - 1);
  const fill = () =>
    go((current) =>
      withSegments(
        current,
        view,
        values.map((value) => ({
          name: valueName(by, value),
          filters: { ...view.filters, [by]: exactly(value) },
        })),
      ),
    );
  const isPossible = values.length >= fewest;
  return (
    <Button
      access="read"
      look="quiet"
      className="min-h-11 px-4 text-sm"
      disabled={!isPossible}
      title={isPossible ? undefined : t`These sessions have only one value`}
      onClick={fill}
    >
      {name}
    </Button>
  );
}
