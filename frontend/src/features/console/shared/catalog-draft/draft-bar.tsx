import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { CalendarClock, ListChecks, Scale } from "lucide-react";
import { useState } from "react";
import { useChange } from "@/components/console/use-change";
import { WithAccess } from "@/components/console/with-access";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { formatMoment } from "@/lib/format";
import { type Draft, draftKey, draftQuery, unplanDraft } from "./api";
import { ChangesDialog } from "./changes-dialog";
import { PricePreview } from "./price-preview";
import { PublishDialog } from "./publish-dialog";

type Open = "changes" | "preview" | "publish";

/** Shown below every catalogue page while the draft differs from the published version. */
export function DraftBar() {
  const { data: draft } = useQuery(draftQuery);
  const [open, setOpen] = useState<Open | null>(null);
  if (!draft || draft.changes === 0) return null;
  const close = () => setOpen(null);
  return (
    <>
      <div className="sticky bottom-3 z-20 mt-6 flex flex-wrap items-center justify-between gap-3 rounded-card border border-line bg-panel p-3 shadow-card sm:px-5">
        <DraftState draft={draft} />
        <div className="flex flex-wrap gap-2">
          <Button access="read" look="quiet" onClick={() => setOpen("changes")}>
            <ListChecks aria-hidden size={18} />
            <span className="max-sm:sr-only">
              <Trans>See changes</Trans>
            </span>
          </Button>
          <Button look="quiet" onClick={() => setOpen("preview")}>
            <Scale aria-hidden size={18} />
            <span className="max-sm:sr-only">
              <Trans>Compare prices</Trans>
            </span>
          </Button>
          <Button onClick={() => setOpen("publish")}>
            <Trans>Publish…</Trans>
          </Button>
        </div>
      </div>
      {open === "changes" && <ChangesDialog onClose={close} />}
      {open === "preview" && <PreviewDialog onClose={close} />}
      {open === "publish" && <PublishDialog draft={draft} onClose={close} />}
    </>
  );
}

function DraftState({ draft }: { draft: Draft }) {
  const { t } = useLingui();
  const change = useChange({ refresh: draftKey });
  const moment = draft.publishesAt && formatMoment(draft.publishesAt);
  return (
    <div className="min-w-0 text-sm" role="status">
      <p className="font-semibold">
        <Plural value={draft.changes} one="# change not yet published" other="# changes not yet published" />
      </p>
      {moment && (
        <p className="flex flex-wrap items-center gap-2 text-slate">
          <CalendarClock aria-hidden size={16} />
          <Trans>Will be published {moment}</Trans>
          <WithAccess>
            <button
              type="button"
              className="font-semibold underline"
              onClick={() => void change(unplanDraft, () => ({ title: t`The draft stays unpublished` }))}
            >
              <Trans>Cancel publishing</Trans>
            </button>
          </WithAccess>
          <span>
            <Trans>Changes saved before then are included.</Trans>
          </span>
        </p>
      )}
      {draft.refusal?.map(({ field, message }) => (
        <p key={field} role="alert" className="font-medium text-danger">
          <Trans>
            Couldn't publish: {field}: {message}
          </Trans>
        </p>
      ))}
    </div>
  );
}

/** What a rental of chosen dates costs by the draft, beside today's price. */
function PreviewDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  return (
    <Dialog
      title={t`Compare prices`}
      description={t`Rental prices now and with your changes.`}
      onClose={onClose}
      isWide
    >
      <PricePreview />
    </Dialog>
  );
}
