import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { FormMessages } from "@/components/forms/save-bar";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { StoredThumbnail } from "@/features/console/shared/media/stored-thumbnail";
import { formatMoment } from "@/lib/format";
import { type Brand, dropDraft, publishBrand, undoBrand } from "../api";
import { colorNames, pictureNames } from "../rules";
import type { BrandState } from "../use-brand";

/** Save draft, publish, drop, go back. */
export function Actions({ brand, state }: { brand: Brand; state: BrandState }) {
  const { t } = useLingui();
  const nameOf = (path: string) => {
    const [part, name] = path.split(".");
    if (part === "layout") return t`Layout`;
    if (part === "scheme") return t`Dark mode`;
    const found = (part === "colors" ? colorNames : pictureNames).find(([each]) => each === name);
    return found ? t(found[1]) : t`Type`;
  };
  const [asks, setAsks] = useState<"publish" | "undo" | null>(null);
  const { form, isPending } = state;
  const hasDraft = brand.draft !== null;
  const [earlier] = brand.earlier;
  return (
    <section className="grid gap-3 rounded-card border border-line bg-panel p-5" aria-label={t`Publish`}>
      <p className="text-sm text-slate">
        {hasDraft || form.isDirty ? (
          <Trans>Visitors do not see this yet.</Trans>
        ) : (
          <Trans>This is what visitors see.</Trans>
        )}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button
          disabled={(!hasDraft && !form.isDirty) || !state.isReadable || isPending}
          onClick={() => setAsks("publish")}
        >
          <Trans>Publish</Trans>
        </Button>
        <Button look="quiet" disabled={!form.isDirty || isPending} onClick={() => void form.save()}>
          <Trans>Save draft</Trans>
        </Button>
        {hasDraft && (
          <Button look="plain" disabled={isPending} onClick={() => void state.replaceBy(dropDraft)}>
            <Trans>Discard draft</Trans>
          </Button>
        )}
      </div>
      <FormMessages
        form={form}
        nameOf={nameOf}
        show={(value, path) =>
          path.startsWith("pictures.") ? <StoredThumbnail value={value} className="h-16 w-24" /> : undefined
        }
      />
      {earlier && (
        <div className="flex flex-wrap items-center gap-3 border-t border-line pt-3">
          <span className="flex gap-1" aria-hidden>
            {["accent", "pine", "sky"].map((name) => (
              <span
                key={name}
                className="size-5 rounded-full border border-line"
                style={{ background: earlier.colors[name] }}
              />
            ))}
          </span>
          <Button look="plain" disabled={isPending} onClick={() => setAsks("undo")}>
            {t`Revert until ${{ moment: formatMoment(earlier.until) }}`}
          </Button>
        </div>
      )}
      {asks === "publish" && (
        <ConfirmDialog
          title={t`Publish brand?`}
          description={t`Your site, emails and documents update within seconds. You can revert at any time.`}
          confirm={t`Publish`}
          onConfirm={() => form.submit(publishBrand)}
          onClose={() => setAsks(null)}
        />
      )}
      {asks === "undo" && (
        <ConfirmDialog
          title={t`Revert to the previous brand?`}
          description={t`The published brand becomes your draft.`}
          confirm={t`Revert`}
          onConfirm={() => state.replaceBy(() => undoBrand(brand.revision))}
          onClose={() => setAsks(null)}
        />
      )}
    </section>
  );
}
