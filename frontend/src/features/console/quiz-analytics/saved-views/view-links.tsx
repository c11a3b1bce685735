import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { CopyField } from "@/components/console/copy-field";
import { useChange } from "@/components/console/use-change";
import { Button } from "@/components/ui/button";
import { controlClass } from "@/components/ui/field";
import { formatMoment } from "@/lib/format";
import { makeLink, type SavedView, savedViewsKey, withdrawLink } from "./api";

const lifetimes = [1, 7, 30, 90];

/** Links by which anyone reads a view until they expire. A new one is shown once. */
export function ViewLinks({ view }: { view: SavedView }) {
  const { t } = useLingui();
  const change = useChange({ refresh: savedViewsKey });
  const [days, setDays] = useState(30);
  const [url, setUrl] = useState("");

  return (
    <div className="mt-2 flex flex-col gap-3 rounded-2xl bg-stone p-3 text-sm">
      <p className="text-slate">
        <Trans>
          Anyone with the link can see this view's figures without signing in, including the booked value, but
          no sessions or downloads. Colleagues see the view only if you share it with them.
        </Trans>
      </p>
      {view.links.map((link) => (
        <div key={link.id} className="flex flex-wrap items-center justify-between gap-2">
          <span>
            {t`Until ${{ moment: formatMoment(link.expiresAt) }}`}
            <span className="block text-xs text-muted">
              {t`by ${{ name: link.createdBy }}`} ·{" "}
              {plural(link.reads, { one: "opened once", other: "opened # times" })}
            </span>
          </span>
          <Button
            look="plain"
            className="min-h-9 px-2 text-sm"
            onClick={() => void change(() => withdrawLink(view, link.id))}
          >
            <Trans>Revoke</Trans>
          </Button>
        </div>
      ))}
      {url && (
        <div>
          <CopyField label={t`New link`} copyLabel={t`Copy the link`} value={url} />
          <p className="mt-1 text-xs text-slate">
            <Trans>It's shown only once. Anyone who has it can share it.</Trans>
          </p>
        </div>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <select
          data-transient
          aria-label={t`Valid for`}
          className={controlClass("min-h-11 w-auto py-0 text-sm")}
          value={days}
          onChange={(event) => setDays(Number(event.target.value))}
        >
          {lifetimes.map((count) => (
            <option key={count} value={count}>
              {plural(count, { one: "# day", other: "# days" })}
            </option>
          ))}
        </select>
        <Button
          look="quiet"
          onClick={() =>
            void change(async () => {
              const made = await makeLink(view, days);
              setUrl(made.url);
            })
          }
        >
          <Trans>Create link</Trans>
        </Button>
      </div>
    </div>
  );
}
