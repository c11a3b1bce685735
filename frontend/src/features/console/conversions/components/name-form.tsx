import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { conversionNameRequestLimits } from "@/api/limits.gen";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { toast } from "@/components/ui/toast";
import { sentenceOf } from "@/lib/errors";
import { conversionsQuery, renameConversion } from "../api";

/** What the conversion action is called in Google Ads. */
export function NameForm({ name }: { name: string }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const [text, setText] = useState(name);
  const save = useMutation({
    mutationFn: () => renameConversion(text),
    onSuccess: () => toast({ title: t`Name saved` }),
    onSettled: () => client.invalidateQueries(conversionsQuery),
  });
  const problem = save.error ? sentenceOf(save.error) : undefined;
  return (
    <form
      className="rounded-card border border-line bg-panel p-4 sm:p-5"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <h2 className="text-lg font-bold">
        <Trans>Conversion action</Trans>
      </h2>
      <p className="mt-0.5 text-sm text-slate">
        <Trans>
          Create a conversion action of type “Import from clicks” in Google Ads and enter its exact name here.
        </Trans>
      </p>
      <div className="mt-3 flex flex-wrap items-start gap-2">
        <div className="min-w-0 grow basis-60">
          <TextField
            label={t`Name in Google Ads`}
            value={text}
            maxLength={conversionNameRequestLimits.conversionName.maxLength}
            error={problem}
            onChange={(event) => setText(event.target.value)}
          />
        </div>
        <Button
          type="submit"
          look="quiet"
          className="sm:mt-[1.625rem]"
          disabled={save.isPending || text.trim() === name || text.trim() === ""}
        >
          <Trans>Save</Trans>
        </Button>
      </div>
    </form>
  );
}
