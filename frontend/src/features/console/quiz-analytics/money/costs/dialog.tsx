import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { Skeleton } from "@/components/console/skeleton";
import { Dialog } from "@/components/ui/dialog";
import { Shown } from "../../components/shown";
import { costsKey, costsQuery, moneyKey } from "../api";
import { type Way, ways } from "../rules";
import { StoredList } from "./stored-list";
import { TypedForm } from "./typed-form";
import { UploadForm } from "./upload-form";

const GoogleAds = lazy(() => import("./google-ads"));

interface Props {
  way: Way;
  onChoose: (way: Way) => void;
  onClose: () => void;
}

/** Costs of campaigns: upload a report, type an amount, read an account, and what is there. */
export function CostsDialog({ way, onChoose, onClose }: Props) {
  const { t } = useLingui();
  const client = useQueryClient();
  const costs = useQuery(costsQuery);
  const [seen, see] = useState<readonly Way[]>([]);
  const names: Record<Way, string> = {
    upload: t`Upload a report`,
    type: t`Type an amount`,
    google: t({ message: "Google Ads", context: "way of entering costs" }),
  };
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
                {ways.map((one) => (
                  <button
                    key={one}
                    type="button"
                    aria-pressed={way === one}
                    onClick={() => {
                      see([...seen, way]);
                      onChoose(one);
                    }}
                    className="min-h-10 rounded-[0.6rem] px-3.5 font-medium text-slate aria-pressed:bg-stone aria-pressed:text-ink"
                  >
                    {names[one]}
                  </button>
                ))}
              </fieldset>
              {/* What is entered in one way is kept while another one is shown. */}
              {ways
                .filter((one) => one === way || seen.includes(one))
                .map((one) => (
                  <div key={one} hidden={one !== way} className="mt-4">
                    {one === "upload" && <UploadForm currency={currency} onDone={refresh} />}
                    {one === "type" && <TypedForm currency={currency} onDone={refresh} />}
                    {one === "google" && (
                      <Suspense fallback={<Skeleton className="h-40" />}>
                        <GoogleAds onDone={refresh} />
                      </Suspense>
                    )}
                  </div>
                ))}
            </div>
            <StoredList costs={stored} onDone={refresh} />
          </div>
        )}
      </Shown>
    </Dialog>
  );
}
