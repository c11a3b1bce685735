import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Badge } from "@/components/console/badge";
import { ConfirmDialog } from "@/components/console/confirm-dialog";
import { Panel } from "@/components/console/panel";
import { useChange } from "@/components/console/use-change";
import { Button } from "@/components/ui/button";
import { formatMoment } from "@/lib/format";
import { sentenceIn } from "@/lib/server-messages";
import { dropStripe, type StripeState, stripeQuery } from "../api";
import { StripeForm } from "./stripe-form";

/** Payments by card on Stripe's page, once the keys are there. */
export function StripePanel({ stripe }: { stripe: StripeState }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const [isSetting, setSetting] = useState(false);
  const [isDropping, setDropping] = useState(false);
  const change = useChange({ refresh: stripeQuery.queryKey });
  const { account } = stripe;
  return (
    <Panel
      title={t`Online payments by Stripe`}
      description={t`Customers pay by a link on Stripe's page. No card data comes here. Off until you enter your keys.`}
    >
      {account ? (
        <div className="grid gap-2 text-sm">
          <p className="flex flex-wrap items-center gap-2">
            <Badge look={account.isLive ? "good" : "plain"}>
              {account.isLive ? t`live` : t`test mode: no money moves`}
            </Badge>
            <span className="tabular text-slate">{t`Key ending in ${{ end: account.keyEnd }}`}</span>
          </p>
          {account.problem && (
            <p role="alert" className="font-medium text-danger">
              {sentenceIn(account.problem)}
            </p>
          )}
          <p className="text-slate">
            {account.eventAt
              ? t`Last event from Stripe: ${{ moment: formatMoment(account.eventAt) }}.`
              : t`No events from Stripe yet. Check that the webhook is set up. Until then, payments are checked every few minutes.`}
          </p>
        </div>
      ) : (
        <p className="text-sm text-slate">
          <Trans>There are no keys, so no one can pay online.</Trans>
        </p>
      )}
      <Webhook stripe={stripe} />
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
          <Button look="quiet" onClick={() => setSetting(true)}>
            {account ? t`Change the keys` : t`Enter the keys`}
          </Button>
          {account && (
            <Button look="plain" onClick={() => setDropping(true)}>
              {t`Delete keys`}
            </Button>
          )}
        </div>
      )}
      {isDropping && (
        <ConfirmDialog
          title={t`Delete the keys of Stripe?`}
          description={t`No further links can be made. Links that were sent stay payable at Stripe until they expire, and their payments would not be recorded here.`}
          confirm={t`Delete the keys`}
          onConfirm={() => change(dropStripe, () => ({ title: t`The keys are deleted` }))}
          onClose={() => setDropping(false)}
        />
      )}
    </Panel>
  );
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
