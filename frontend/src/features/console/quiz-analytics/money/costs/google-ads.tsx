import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useChange } from "@/components/console/use-change";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { useMay, useMe } from "@/features/console/shared/session";
import { formatDate, formatMoment } from "@/lib/format";
import { sentenceIn } from "@/lib/server-messages";
import { Shown } from "../../components/shown";
import { type AdAccount, accountQuery, readAccount, removeAccount } from "../api";
import { dashed, GoogleAdsForm } from "./google-ads-form";

interface Props {
  /** Costs were read. */
  onDone: () => Promise<void>;
}

/** The Google Ads account whose costs are read: connect it, how its last reading went, read now, disconnect. */
export default function GoogleAds({ onDone }: Props) {
  const account = useQuery(accountQuery);
  const mayChange = useMay()("integrations");
  const [isEditing, setEditing] = useState(false);
  return (
    <Shown query={account}>
      {(found) => (
        <section aria-labelledby="google-ads" className="flex flex-col gap-4">
          <div>
            <h3 id="google-ads" className="font-bold">
              <Trans>Google Ads account</Trans>
            </h3>
            <p className="mt-0.5 text-sm text-slate">
              <Trans>
                Cost, clicks, impressions and Google's conversions by campaign and day, several times a day.
                The last 30 days are read again each time, because Google corrects them.
              </Trans>
            </p>
          </div>
          {found && !isEditing ? (
            <Connected
              account={found}
              mayChange={mayChange}
              onDone={onDone}
              onEdit={() => setEditing(true)}
            />
          ) : mayChange ? (
            <>
              {!found && <Steps />}
              <GoogleAdsForm
                account={found}
                onDone={async () => {
                  setEditing(false);
                  await onDone();
                }}
                onCancel={found ? () => setEditing(false) : undefined}
              />
            </>
          ) : (
            <p className="text-sm text-muted">
              <Trans>No account is connected. Only an owner can connect one.</Trans>
            </p>
          )}
        </section>
      )}
    </Shown>
  );
}

function Steps() {
  return (
    <ol className="list-decimal space-y-1 pl-5 text-sm text-slate">
      <li>
        <Trans>
          In Google Cloud, turn on the Google Ads API, apply for Explorer access on its overview page, and
          create a service account with a JSON key.
        </Trans>
      </li>
      <li>
        <Trans>
          In Google Ads, under Admin, Access and security, add the service account's email with read-only
          access.
        </Trans>
      </li>
      <li>
        <Trans>Enter the customer ID and choose the key here.</Trans>
      </li>
    </ol>
  );
}

interface ConnectedProps extends Props {
  account: AdAccount;
  mayChange: boolean;
  onEdit: () => void;
}

function Connected({ account, mayChange, onDone, onEdit }: ConnectedProps) {
  const { t } = useLingui();
  const { timezone } = useMe().tenant;
  const change = useChange({ refresh: accountQuery.queryKey, failed: t`Couldn't read the costs` });
  const remove = useChange({ refresh: accountQuery.queryKey });
  const [isReading, setReading] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const moment = (text: string) => formatMoment(text, timezone);
  const read = async () => {
    setReading(true);
    await change(readAccount, ({ account: answer }) =>
      answer?.problem
        ? { kind: "destructive", title: t`Couldn't read the costs`, description: sentenceIn(answer.problem) }
        : { title: t`Costs read` },
    );
    setReading(false);
    await onDone();
  };
  const next = moment(account.nextReadingAt);
  return (
    <>
      {account.problem && (
        <div role="alert" className="flex gap-2 rounded-xl border border-danger p-3 text-sm">
          <TriangleAlert aria-hidden size={18} className="mt-px shrink-0 text-danger" />
          <p>
            {sentenceIn(account.problem)}{" "}
            <Trans>We'll try again on {next}. Costs that were read before are kept.</Trans>
          </p>
        </div>
      )}
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2 text-sm">
        <Row name={t`Customer ID`}>{dashed(account.customerId)}</Row>
        {account.managerId && <Row name={t`Manager ID`}>{dashed(account.managerId)}</Row>}
        <Row name={t`Service account`}>{account.clientEmail}</Row>
        <Row name={t`Last read`}>{account.readAt ? moment(account.readAt) : t`Never`}</Row>
        {!account.problem && <Row name={t`Next reading`}>{next}</Row>}
        <Row name={t`First day`}>{formatDate(account.readFrom)}</Row>
        {account.currency && <Row name={t`Currency`}>{account.currency}</Row>}
      </dl>
      {account.skipped > 0 && account.skippedReason && (
        <p className="rounded-card bg-stone p-3 text-sm">
          <Plural value={account.skipped} one="# line was skipped." other="# lines were skipped." />{" "}
          {sentenceIn(account.skippedReason)}
        </p>
      )}
      {mayChange ? (
        <div className="flex flex-wrap gap-2">
          <Button disabled={isReading} onClick={() => void read()}>
            {isReading ? t`Reading…` : t`Read now`}
          </Button>
          <Button look="quiet" onClick={onEdit}>
            <Trans>Change</Trans>
          </Button>
          <Button look="risky" onClick={() => setAsking(true)}>
            <Trans>Disconnect</Trans>
          </Button>
        </div>
      ) : (
        <p className="text-sm text-muted">
          <Trans>Only an owner can change this.</Trans>
        </p>
      )}
      {isAsking && (
        <ConfirmDialog
          title={t`Disconnect Google Ads?`}
          description={t`The key is deleted and no more costs are read. Costs that were read stay until you delete them in the list.`}
          confirm={t`Disconnect`}
          onConfirm={() => remove(removeAccount, () => ({ title: t`Google Ads disconnected` }))}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-slate">{name}</dt>
      <dd className="tabular min-w-0 font-medium wrap-anywhere">{children}</dd>
    </>
  );
}
