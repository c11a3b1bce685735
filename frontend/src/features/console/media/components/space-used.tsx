import { Trans, useLingui } from "@lingui/react/macro";
import { sizeText } from "../words";

/** How much of the company's space is taken; handovers' photographs and documents count as well. */
export function SpaceUsed({ used, most }: { used: number; most: number }) {
  const { t } = useLingui();
  const taken = sizeText(used);
  const all = sizeText(most);
  return (
    <div className="w-full text-sm text-slate sm:w-56">
      <p className="tabular">
        <Trans>
          {taken} of {all} used
        </Trans>
      </p>
      <meter
        min={0}
        max={most}
        high={most * 0.9}
        value={used}
        aria-label={t`Storage used, including handover documents and photos`}
        title={t`Storage used, including handover documents and photos`}
        className="h-3 w-full"
      />
    </div>
  );
}
