import { Trans } from "@lingui/react/macro";
import { Badge } from "@/components/console/badge";
import { LanguageTabs } from "@/components/console/language-tabs";
import { Button } from "@/components/ui/button";
import { formatMoment } from "@/lib/format";
import type { Draft } from "../use-draft";

interface Props {
  draft: Draft;
}

/** Which language is written in, and saving and publishing: always in sight. */
export function EditorBar({ draft }: Props) {
  const { text, language, hasChanges, isBusy } = draft;
  const at = text.changed && formatMoment(text.changed.at);
  const by = text.changed?.by;
  return (
    <div className="sticky top-0 z-20 -mx-4 flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line bg-snow px-4 py-2 max-md:top-14">
      <LanguageTabs
        language={language}
        onChoose={draft.setLanguage}
        isMissing={(each) => !(each in text.bodies)}
      />
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
