import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { Badge } from "@/components/console/badge";
import { useChange } from "@/components/console/use-change";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { experimentsQuery } from "@/features/console/shared/experiments/api";
import { formatMoment } from "@/lib/format";
import { type Editor, editorKey, makeCurrent, type Version } from "../api";

interface Props {
  editor: Editor;
  /** With the version that the draft begins from; empty for a new quiz. */
  onBegin: (version: string) => void;
}

/** Every version there was, the newest first. */
export function Versions({ editor, onBegin }: Props) {
  const { t } = useLingui();
  const isTrying = Boolean(useQuery(experimentsQuery("quiz")).data?.running);
  if (editor.versions.length === 0) {
    return (
      <EmptyState title={t`There is no quiz yet`}>
        <p>
          <Trans>
            Visitors who come from an advertisement answer a few questions before they see your cars.
          </Trans>
        </p>
        <Button access="draft" className="mt-4" onClick={() => onBegin("")}>
          <Plus aria-hidden size={18} />
          <Trans>Write a quiz</Trans>
        </Button>
      </EmptyState>
    );
  }
  return (
    <>
      {isTrying && editor.versions.length > 1 && (
        <p role="note" className="mb-3 rounded-xl bg-stone px-3 py-2 text-sm text-slate">
          <Trans>While an experiment runs, no other version can be asked in its place. End it first.</Trans>
        </p>
      )}
      <ul className="grid gap-3">
        {editor.versions.map((version) => (
          <VersionRow key={version.version} version={version} mayAsk={!isTrying} onBegin={onBegin} />
        ))}
      </ul>
    </>
  );
}

interface RowProps extends Pick<Props, "onBegin"> {
  version: Version;
  /** Whether visitors can be asked another version now. */
  mayAsk: boolean;
}

function VersionRow({ version, mayAsk, onBegin }: RowProps) {
  const { t } = useLingui();
  const change = useChange({ refresh: editorKey });
  const name = version.version;
  const when = formatMoment(version.publishedAt);
  const who = version.publishedBy;
  return (
    <li className="flex flex-col gap-3 rounded-card border border-line bg-panel p-4 sm:flex-row sm:items-center sm:justify-between">
      <div>
        <h2 className="flex flex-wrap items-center gap-2 font-bold">
          {name}
          {version.isCurrent && (
            <Badge look="good">
              <Trans>Asked now</Trans>
            </Badge>
          )}
        </h2>
        <p className="mt-1 text-sm text-slate">
          <Plural value={version.questions} one="# question" other="# questions" />
          {" · "}
          {who ? (
            <Trans>
              published {when} by {who}
            </Trans>
          ) : (
            when
          )}
        </p>
        {version.note && <p className="mt-1 text-sm">{version.note}</p>}
      </div>
      <div className="flex flex-wrap gap-2">
        {mayAsk && !version.isCurrent && (
          <Button
            look="quiet"
            onClick={() =>
              void change(
                () => makeCurrent(name),
                () => ({ title: t`${name} is now the current quiz` }),
              )
            }
          >
            <Trans>Make current</Trans>
          </Button>
        )}
        <Button access="read" look={version.isCurrent ? "primary" : "quiet"} onClick={() => onBegin(name)}>
          <Trans>Change it</Trans>
        </Button>
      </div>
    </li>
  );
}
