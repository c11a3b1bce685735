import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import { Shown } from "../../components/shown";
import { costsKey, costsQuery, moneyKey } from "../api";
import { StoredList } from "./stored-list";
import { TypedForm } from "./typed-form";
import { UploadForm } from "./upload-form";

type Way = "upload" | "type";

/** Costs of campaigns: upload a report, type an amount, and what is there. */
export function CostsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const costs = useQuery(costsQuery);
  const [way, setWay] = useState<Way>("upload");
  const refresh = async () => {
    await client.invalidateQueries({ queryKey: costsKey });
    await client.invalidateQueries({ queryKey: moneyKey });
  };
  return (
    <Dialog
      title={t`Campaign costs`}
      description={t`Spend by campaign and day. A campaign is the utm_campaign of its links, case-insensitive.`}
      isLarge
      onClose={onClose}
    >
      <Shown query={costs}>
        {({ currency, costs: stored }) => (
          <div className="grid gap-6 lg:grid-cols-2">
            <div>
              <fieldset className="flex w-fit rounded-xl border border-line bg-panel p-0.5 text-sm">
                <legend className="sr-only">
                  <Trans>Add campaign costs</Trans>
                </legend>
                {(["upload", "type"] as const).map((one) => (
                  <button
                    key={one}
                    type="button"
                    aria-pressed={way === one}
                    onClick={() => setWay(one)}
                    className="min-h-10 rounded-[0.6rem] px-3.5 font-medium text-slate aria-pressed:bg-stone aria-pressed:text-ink"
                  >
                    {one === "upload" ? t`Upload a report` : t`Type an amount`}
                  </button>
                ))}
              </fieldset>
              <div className="mt-4">
                {way === "upload" ? (
                  <UploadForm currency={currency} onDone={refresh} />
                ) : (
                  <TypedForm currency={currency} onDone={refresh} />
                )}
              </div>
            </div>
            <StoredList costs={stored} onDone={refresh} />
          </div>
        )}
      </Shown>
    </Dialog>
  );
}
