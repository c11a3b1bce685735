import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useChange } from "@/components/console/use-change";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { savedViewsKey, saveView } from "./api";

/** Keeps what the page shows now. */
export function SaveForm({ parameters }: { parameters: string }) {
  const { t } = useLingui();
  const change = useChange({ refresh: savedViewsKey });
  const [name, setName] = useState("");
  const [isShared, setShared] = useState(false);
  const [isBusy, setBusy] = useState(false);

  async function save() {
    setBusy(true);
    const body = { name, parameters, isShared };
    const isSaved = await change(
      () => saveView(body),
      () => ({ title: t`Saved` }),
    );
    setBusy(false);
    if (isSaved) setName("");
  }

  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim()) void save();
      }}
    >
      <div className="flex flex-wrap items-end gap-3">
        <div className="min-w-48 grow">
          <TextField
            label={t`Save this view as`}
            value={name}
            maxLength={80}
            onChange={(event) => setName(event.target.value)}
          />
        </div>
        <Button type="submit" disabled={isBusy || !name.trim()}>
          <Trans>Save</Trans>
        </Button>
      </div>
      <label className="flex min-h-8 items-center gap-2 text-sm">
        <input type="checkbox" checked={isShared} onChange={(event) => setShared(event.target.checked)} />
        <Trans>Share with colleagues</Trans>
      </label>
    </form>
  );
}
