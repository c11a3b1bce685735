import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Badge } from "@/components/console/badge";
import { Panel } from "@/components/console/panel";
import { QueryBoundary } from "@/components/console/query-boundary";
import { Skeleton } from "@/components/console/skeleton";
import { useChange } from "@/components/console/use-change";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { brands } from "@/features/console/shared/phone-messages/rules";
import { useMay } from "@/features/console/shared/session";
import { formatNumber } from "@/lib/format";
import {
  dropChannel,
  type PhoneChannel,
  type PhoneChannels,
  phoneChannelsQuery,
  type Template,
} from "../phone-api";
import { occasionWords } from "../rules";
import { AccountDialog, TemplateDialog } from "./phone-dialogs";

/** WhatsApp and SMS: the account at the provider, and texts of automatic messages. */
export function PhonePanels() {
  const query = useQuery(phoneChannelsQuery);
  return (
    <QueryBoundary query={query} skeleton={<Skeleton className="h-48" />}>
      {(found) =>
        found.channels.map((each) => <ChannelPanel key={each.channel} channel={each} all={found} />)
      }
    </QueryBoundary>
  );
}

function ChannelPanel({ channel, all }: { channel: PhoneChannel; all: PhoneChannels }) {
  const { t } = useLingui();
  const [open, setOpen] = useState<"account" | "delete" | Pick<Template, "occasion" | "language"> | null>(
    null,
  );
  const change = useChange({ refresh: phoneChannelsQuery.queryKey });
  const name = brands[channel.channel];
  const isOwner = useMay()("integrations");
  const isConnected = channel.revision > 0;
  const close = () => setOpen(null);
  return (
    <Panel
      title={name}
      description={t`Sent along with emails to customers who agreed, once your team has confirmed or taken the booking.`}
    >
      <div className="grid gap-4 text-sm">
        {isConnected ? (
          <p className="flex flex-wrap items-center gap-2">
            <Badge look={channel.isEnabled ? "good" : "plain"}>{channel.isEnabled ? t`on` : t`off`}</Badge>
            <span className="tabular">
              <Trans>
                {{ sent: formatNumber(channel.sentToday) }} of {{ most: formatNumber(channel.dailyLimit) }}{" "}
                sent in the last 24 hours
              </Trans>
            </span>
          </p>
        ) : (
          <p className="text-slate">
            <Trans>Not connected.</Trans>
          </p>
        )}
        {isConnected && isOwner && (
          <p>
            <Trans>Webhook URL to enter at the provider:</Trans>{" "}
            <code className="text-xs break-all text-slate">{channel.webhookUrl}</code>
          </p>
        )}
        {isConnected && (
          <ul className="divide-y divide-line">
            {all.occasions.map((occasion) => (
              <li key={occasion} className="grid gap-2 py-3">
                <span className="font-semibold">{t(occasionWords[occasion].name)}</span>
                <span className="flex flex-wrap gap-2">
                  {all.languages.map((language) => {
                    const isSet = channel.templates.some(
                      (each) => each.occasion === occasion && each.language === language,
                    );
                    return (
                      <Button
                        key={language}
                        look={isSet ? "quiet" : "plain"}
                        className="min-h-11 px-3"
                        aria-label={`${t(occasionWords[occasion].name)}: ${language}`}
                        onClick={() => setOpen({ occasion, language })}
                      >
                        {isSet ? language.toUpperCase() : t`Add ${{ language: language.toUpperCase() }}`}
                      </Button>
                    );
                  })}
                </span>
              </li>
            ))}
          </ul>
        )}
        {isOwner && (
          <div className="flex flex-wrap gap-2">
            <Button look="quiet" onClick={() => setOpen("account")}>
              {isConnected ? t`Edit account` : t`Connect ${name}`}
            </Button>
            {isConnected && (
              <Button look="plain" onClick={() => setOpen("delete")}>
                <Trans>Disconnect</Trans>
              </Button>
            )}
          </div>
        )}
      </div>
      {open === "account" && <AccountDialog channel={channel} onClose={close} />}
      {open === "delete" && (
        <ConfirmDialog
          title={t`Disconnect ${name}?`}
          description={t`The account and its texts are deleted. Nothing more is sent or received.`}
          confirm={t`Disconnect`}
          onConfirm={() => change(() => dropChannel(channel.channel))}
          onClose={close}
        />
      )}
      {open !== null && typeof open === "object" && (
        <TemplateDialog
          channel={channel}
          {...open}
          title={`${name}: ${t(occasionWords[open.occasion].name)} (${open.language.toUpperCase()})`}
          placeholders={all.placeholders}
          onClose={close}
        />
      )}
    </Panel>
  );
}
