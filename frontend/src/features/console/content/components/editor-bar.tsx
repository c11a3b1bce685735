import { Trans, useLingui } from "@lingui/react/macro";
import { Badge } from "@/components/console/badge";
import { Button } from "@/components/ui/button";
import { formatMoment } from "@/lib/format";
import { languageName } from "@/lib/i18n";
import type { Draft } from "../use-draft";

interface Props {
  draft: Draft;
  languages: readonly string[];
}

/** Which language is written in, and saving and publishing: always in sight. */
export function EditorBar({ draft, languages }: Props) {
  const { t } = useLingui();
  const { text, language, hasChanges, isBusy } = draft;
  const at = text.changed && formatMoment(text.changed.at);
  const by = text.changed?.by;
  return (
    <div className="sticky top-0 z-20 -mx-4 flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line bg-snow px-4 py-2 max-md:top-14">
      {languages.length > 1 && (
        <div role="tablist" aria-label={t`Language of the text`} className="flex flex-wrap">
          {languages.map((one) => (
            <button
              key={one}
              type="button"
              role="tab"
              aria-selected={one === language}
              onClick={() => draft.setLanguage(one)}
              className="min-h-11 border-b-2 border-transparent px-3 text-sm font-semibold text-slate aria-selected:border-pine aria-selected:text-ink"
            >
              {languageName(one)}
              {!(one in text.bodies) && (
                <span className="ml-1 font-normal text-muted">{t`(not written)`}</span>
              )}
            </button>
          ))}
        </div>
      )}
      <div className="ml-auto flex flex-wrap items-center gap-2">
        {hasChanges ? (
          <Badge look="warning">
            <Trans>Not saved</Trans>
          </Badge>
        ) : text.waits ? (
          <Badge look="good">
            {by ? (
              <Trans>
                Saved by {by}, {at}
              </Trans>
            ) : (
              <Trans>Saved, not yet published</Trans>
            )}
          </Badge>
        ) : null}
        <Button look="quiet" disabled={isBusy || !hasChanges} onClick={draft.save}>
          <Trans>Save draft</Trans>
        </Button>
        <Button disabled={isBusy || !(hasChanges || text.waits)} onClick={draft.publish}>
          <Trans>Publish</Trans>
        </Button>
      </div>
    </div>
  );
}
