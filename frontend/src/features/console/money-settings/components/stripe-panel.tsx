import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { Badge } from "@/components/console/badge";
import { Check } from "@/components/console/check";
import { Panel } from "@/components/console/panel";
import { useChange } from "@/components/console/use-change";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { toast } from "@/components/ui/toast";
import { sentenceOf } from "@/lib/errors";
import { formatMoment } from "@/lib/format";
import { sentenceIn } from "@/lib/server-messages";
import {
  connectStripe,
  dropStripe,
  returnFromStripe,
  type StripeState,
  setStripeOptions,
  stripeQuery,
} from "../api";
import { StripeForm } from "./stripe-form";

/** Payments by card on Stripe's page, once an account is connected or keys are there. */
export function StripePanel({ stripe }: { stripe: StripeState }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const [isSetting, setSetting] = useState(false);
  const [isDropping, setDropping] = useState(false);
  const change = useChange({ refresh: stripeQuery.queryKey });
  const { account, mayConnect } = stripe;
  const isConnected = account?.accountId != null;
  useStripeReturn();
  return (
    <Panel
      title={t`Online payments by Stripe`}
      description={t`Customers pay by a link on Stripe's page. No card data comes here. Off until you connect Stripe.`}
    >
      {account ? (
        <AccountState account={account} />
      ) : (
        <p className="text-sm text-slate">
          <Trans>Stripe isn't connected, so no one can pay online.</Trans>
        </p>
      )}
      {account?.canCharge && <HoldOption account={account} />}
      {!isConnected && (isSetting || !mayConnect || account) && <Webhook stripe={stripe} />}
      {isSetting ? (
        <StripeForm
          hasKeys={account !== null}
          onDone={() => {
            void client.invalidateQueries(stripeQuery);
            setSetting(false);
          }}
        />
      ) : (
        <div className="mt-4 flex flex-wrap gap-2">
          {mayConnect && (!account || (isConnected && !account.canCharge)) && (
            <ConnectButton isStarted={isConnected} />
          )}
          {!isConnected && (
            <Button look="quiet" onClick={() => setSetting(true)}>
              {account ? t`Change the keys` : t`Enter the keys`}
            </Button>
          )}
          {account && (
            <Button look="plain" onClick={() => setDropping(true)}>
              {isConnected ? t`Disconnect` : t`Delete keys`}
            </Button>
          )}
        </div>
      )}
      {isDropping && (
        <ConfirmDialog
          title={isConnected ? t`Disconnect Stripe?` : t`Delete the keys of Stripe?`}
          description={t`No further links can be made. Links that were sent stay payable at Stripe until they expire, and their payments would not be recorded here. Card holds can only be captured in Stripe's dashboard.`}
          confirm={isConnected ? t`Disconnect Stripe` : t`Delete the keys`}
          onConfirm={async () => {
            await change(dropStripe, () => ({ title: t`Stripe is disconnected` }));
          }}
          onClose={() => setDropping(false)}
        />
      )}
    </Panel>
  );
}

type Account = NonNullable<StripeState["account"]>;

function AccountState({ account }: { account: Account }) {
  const { t } = useLingui();
  return (
    <div className="grid gap-2 text-sm">
      <p className="flex flex-wrap items-center gap-2">
        {account.accountId && (
          <Badge look={account.canCharge ? "good" : "warning"}>
            {account.canCharge ? t`connected` : t`not complete`}
          </Badge>
        )}
        <Badge look={account.isLive ? "good" : "plain"}>
          {account.isLive ? t`live` : t`test mode: no money moves`}
        </Badge>
        <span className="tabular break-all text-slate">
          {account.accountId
            ? t`Account ${{ id: account.accountId }}`
            : t`Key ending in ${{ end: account.keyEnd }}`}
        </span>
      </p>
      {!account.canCharge && (
        <p className="text-slate">
          <Trans>Stripe needs more details before you can take payments.</Trans>
        </p>
      )}
      {account.problem && (
        <p role="alert" className="font-medium text-danger">
          {sentenceIn(account.problem)}
        </p>
      )}
      {account.canCharge && (
        <p className="text-slate">
          {account.eventAt
            ? t`Last event from Stripe: ${{ moment: formatMoment(account.eventAt) }}.`
            : account.accountId
              ? t`No events from Stripe yet.`
              : t`No events from Stripe yet. Check that the webhook is set up. Until then, payments are checked every few minutes.`}
        </p>
      )}
    </div>
  );
}

/** Leaves for Stripe's sign-up, from where Stripe sends the owner back to this page. */
function ConnectButton({ isStarted }: { isStarted: boolean }) {
  const { t } = useLingui();
  const connect = useMutation({
    mutationFn: connectStripe,
    onSuccess: ({ url }) => window.location.assign(url),
    onError: (error) =>
      toast({ kind: "destructive", title: t`Couldn't open Stripe`, description: sentenceOf(error) }),
  });
  return (
    <Button disabled={connect.isPending || connect.isSuccess} onClick={() => connect.mutate()}>
      {isStarted ? t`Continue at Stripe` : t`Connect with Stripe`}
    </Button>
  );
}

/** Whether customers place the deposit's card hold themselves. */
function HoldOption({ account }: { account: Account }) {
  const { t } = useLingui();
  const change = useChange({ refresh: stripeQuery.queryKey });
  const [isOn, setOn] = useState(account.offersHolds);

  async function choose(offersHolds: boolean) {
    setOn(offersHolds);
    if (!(await change(() => setStripeOptions({ offersHolds })))) setOn(!offersHolds);
  }

  return (
    <div className="mt-4">
      <Check
        label={t`Card holds in My booking`}
        hint={t`Customers can place the deposit themselves, from two days before pickup.`}
        checked={isOn}
        onChange={(event) => void choose(event.target.checked)}
      />
    </div>
  );
}

/** Reports a return from Stripe once, and takes its state out of the URL. */
function useStripeReturn() {
  const { t } = useLingui();
  const [params, setParams] = useSearchParams();
  const change = useChange({ refresh: stripeQuery.queryKey, failed: t`Couldn't check the connection` });
  const state = params.get("stripe");
  const isReported = useRef(false);
  useEffect(() => {
    if (state === null || isReported.current) return;
    isReported.current = true;
    setParams(
      (before) => {
        before.delete("stripe");
        return before;
      },
      { replace: true },
    );
    if (state === "expired") toast({ title: t`Stripe's link has expired. Choose Continue at Stripe.` });
    else void change(() => returnFromStripe(state));
  });
}

function Webhook({ stripe }: { stripe: StripeState }) {
  return (
    <details className="mt-4 text-sm">
      <summary className="min-h-11 cursor-pointer py-2 font-semibold">
        <Trans>What to enter at Stripe</Trans>
      </summary>
      <p className="text-slate">
        <Trans>Developers → Webhooks → Add endpoint, with this URL and these events:</Trans>
      </p>
      <p className="mt-2 font-mono text-xs break-all">{stripe.webhookUrl}</p>
      <ul className="mt-2 font-mono text-xs">
        {stripe.events.map((event) => (
          <li key={event}>{event}</li>
        ))}
      </ul>
    </details>
  );
}
