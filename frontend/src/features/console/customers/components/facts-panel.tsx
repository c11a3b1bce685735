import { Trans, useLingui } from "@lingui/react/macro";
import { MessageCircle } from "lucide-react";
import { Badge } from "@/components/console/badge";
import { Panel } from "@/components/console/panel";
import { buttonClass } from "@/components/ui/button";
import { todayIn } from "@/lib/dates";
import { formatDay, formatMomentDay } from "@/lib/format";
import type { CustomerDetail } from "../api";
import { hasEnded } from "../rules/form";

const link = "block text-pine underline wrap-anywhere";

/** How a customer is reached, and their licence. */
export function FactsPanel({ customer, timezone }: { customer: CustomerDetail; timezone: string }) {
  const { t } = useLingui();
  const { emails, phones, licenceNumber, licenceExpiresOn, chatUrl } = customer;
  const facts = [
    [
      t`Email`,
      emails.map((email) => (
        <a key={email} className={link} href={`mailto:${email}`}>
          {email}
        </a>
      )),
    ],
    [
      t`Phone`,
      phones.map((phone) => (
        <a
          key={phone}
          className={`${link} tabular`}
          href={`tel:${phone.replace(/ ext\. .*/, "").replace(/[^+\d]/g, "")}`}
        >
          {phone}
        </a>
      )),
    ],
    [t`Licence`, licenceNumber || (licenceExpiresOn ? "" : t`not noted yet`)],
    [
      t`Valid until`,
      licenceExpiresOn && (
        <span className="flex flex-wrap items-center gap-2">
          {formatDay(licenceExpiresOn)}
          {hasEnded(licenceExpiresOn, todayIn(timezone)) && (
            <Badge look="warning">
              <Trans>ended</Trans>
            </Badge>
          )}
        </span>
      ),
    ],
    [t`Customer since`, formatMomentDay(customer.createdAt)],
  ] as const;
  return (
    <Panel title={t`Contact and licence`}>
      <dl className="grid gap-x-4 gap-y-2 text-sm sm:grid-cols-[9rem_1fr]">
        {facts.map(
          ([name, value]) =>
            value &&
            (!Array.isArray(value) || value.length > 0) && (
              <div key={name} className="contents">
                <dt className="text-muted">{name}</dt>
                <dd className="-mt-1.5 min-w-0 break-words sm:mt-0">{value}</dd>
              </div>
            ),
        )}
      </dl>
      {chatUrl && (
        <a className={buttonClass("quiet", "mt-4")} href={chatUrl} target="_blank" rel="noreferrer">
          <MessageCircle aria-hidden size={18} /> <Trans>Chat</Trans>
        </a>
      )}
    </Panel>
  );
}
