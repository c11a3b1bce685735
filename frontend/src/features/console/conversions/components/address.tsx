import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Copy } from "lucide-react";
import { useState } from "react";
import { ConfirmDialog } from "@/components/console/confirm-dialog";
import { Button } from "@/components/ui/button";
import { controlClass } from "@/components/ui/field";
import { toast } from "@/components/ui/toast";
import { sentenceOf } from "@/lib/errors";
import { type Addresses, conversionsQuery, dropAddress, makeAddress } from "../api";

interface Props {
  madeAt: string | null;
  fetchedAt: string | null;
  timezone: string;
  /** Only the owner makes and closes addresses. */
  mayChange: boolean;
}

const names: Record<keyof Addresses, string> = {
  clicks: "Bookings",
  appClicks: "Bookings from apps",
  retractions: "Retractions",
};

/** The secret address that Google fetches from by its own schedule. */
export function Address({ madeAt, fetchedAt, timezone, mayChange }: Props) {
  const client = useQueryClient();
  const [asking, setAsking] = useState<"renew" | "close" | null>(null);
  const refresh = () => client.invalidateQueries(conversionsQuery);
  const failed = (error: Error) =>
    toast({
      kind: "destructive",
      title: "Nothing was changed",
      description: sentenceOf(error),
    });
  const make = useMutation({ mutationFn: makeAddress, onSettled: refresh, onError: failed });
  const close = useMutation({
    mutationFn: dropAddress,
    onSuccess: () => make.reset(),
    onSettled: refresh,
    onError: failed,
  });
  const moment = (text: string) =>
    new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short", timeZone: timezone }).format(
      new Date(text),
    );
  const made = make.data?.addresses;
  return (
    <section aria-label="Secret address" className="rounded-card border border-line bg-panel p-4 sm:p-5">
      <h2 className="text-lg font-bold">Fetched by schedule</h2>
      <p className="mt-0.5 text-sm text-slate">
        In Google Ads: Goals → Conversions → Uploads → Schedules, source HTTPS. Whoever has the address can
        read the files, so treat it as a password.
      </p>
      <p className="mt-3 text-sm">
        {madeAt
          ? `An address was made on ${moment(madeAt)}. ${
              fetchedAt
                ? `Last fetched on ${moment(fetchedAt)} (${timezone}).`
                : "Nothing was fetched from it yet."
            }`
          : "There is no address yet."}
      </p>
      {made && (
        <div className="mt-3 rounded-xl border border-accent p-3" role="status">
          <p className="text-sm font-semibold">Copy these now: they are shown only this once.</p>
          {(Object.keys(names) as (keyof Addresses)[]).map((kind) => (
            <CopyRow key={kind} name={names[kind]} value={made[kind]} />
          ))}
        </div>
      )}
      {mayChange ? (
        <div className="mt-4 flex flex-wrap gap-2">
          <Button
            look="quiet"
            disabled={make.isPending}
            onClick={() => (madeAt ? setAsking("renew") : make.mutate())}
          >
            {madeAt ? "Make a new address" : "Make the address"}
          </Button>
          {madeAt && (
            <Button look="plain" onClick={() => setAsking("close")}>
              Close it
            </Button>
          )}
        </div>
      ) : (
        <p className="mt-2 text-sm text-muted">Only the owner makes or closes it.</p>
      )}
      {asking && (
        <ConfirmDialog
          title={asking === "renew" ? "Make a new address?" : "Close the address?"}
          description="The present address stops working at once. Schedules in Google Ads that use it fail until they are changed."
          confirm={asking === "renew" ? "Make a new one" : "Close it"}
          onConfirm={() => (asking === "renew" ? make : close).mutateAsync().catch(() => undefined)}
          onClose={() => setAsking(null)}
        />
      )}
    </section>
  );
}

function CopyRow({ name, value }: { name: string; value: string }) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(value);
      toast({ title: "Copied!" });
    } catch {
      toast({
        kind: "destructive",
        title: "Copying is not allowed here",
        description: "Select the text instead.",
      });
    }
  }
  return (
    <div className="mt-2">
      <p className="text-xs text-muted">{name}</p>
      <div className="mt-1 flex gap-2">
        <input
          readOnly
          aria-label={`Address of ${name}`}
          value={value}
          onFocus={(event) => event.target.select()}
          className={controlClass("min-h-11 font-mono text-xs")}
        />
        <Button look="quiet" className="min-h-11 px-3" aria-label={`Copy address of ${name}`} onClick={copy}>
          <Copy aria-hidden size={16} />
        </Button>
      </div>
    </div>
  );
}
