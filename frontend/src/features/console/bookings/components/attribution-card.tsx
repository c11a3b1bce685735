import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { deviceName } from "@/features/console/shared/devices";
import { formatMoney } from "@/lib/format";
import type { BookingDetail } from "../api";
import { Card, Facts } from "./card";

const methods = {
  session: msg`By the quiz session`,
  gclid: msg`By the quiz session's click ID`,
  fingerprint: msg`By the quiz session's device`,
  address: msg`A guess: someone at the same IP address came from an ad`,
};

const consents: Record<string, MessageDescriptor> = {
  not_required: msg`Not asked for`,
  granted: msg`Given`,
  refused: msg`Refused`,
  unknown: msg`Not answered`,
};

/** Where the customer came from, and what they answered in the quiz. */
export function AttributionCard({ booking }: { booking: BookingDetail }) {
  const { t } = useLingui();
  const { attribution } = booking;
  const clickId = attribution.gclid ?? attribution.gbraid ?? attribution.wbraid;
  const consent = consents[attribution.consentState];
  const answerOf = (given: boolean | null) => (given === null ? null : given ? t`Allowed` : t`Refused`);
  const known = attribution.method || clickId || booking.referrer || booking.channel;
  return (
    <Card title={t`Where it came from`}>
      {!known && (
        <p className="text-sm text-slate">
          <Trans>Direct: no quiz, paid click or affiliate.</Trans>
        </p>
      )}
      <Facts
        facts={[
          [
            t({ message: "Matched", context: "how a booking was traced" }),
            attribution.method && t(methods[attribution.method]),
          ],
          [t`Source`, [attribution.source, attribution.medium].filter(Boolean).join(" / ")],
          [t`Campaign`, attribution.campaign],
          [t`Device`, attribution.device && deviceName(attribution.device)],
          [t`Click id`, clickId && <code className="text-xs break-all">{clickId}</code>],
          [t`Affiliate`, booking.referrer?.name],
          [t`Channel`, booking.channel?.name],
          [
            t`Channel's commission`,
            booking.channelCommission === null
              ? null
              : formatMoney(booking.channelCommission, booking.currency),
          ],
          [t`Consent`, known && consent ? t(consent) : null],
          [t`Reporting to the ad platform`, answerOf(attribution.adUserData)],
          [t`Personalised ads`, answerOf(attribution.adPersonalization)],
        ]}
      />
      {attribution.answers.length > 0 && (
        <details className="mt-4">
          <summary className="min-h-11 cursor-pointer text-sm font-semibold text-pine">
            <Plural
              value={{ count: attribution.answers.length }}
              one="# quiz answer"
              other="# quiz answers"
            />
          </summary>
          <dl className="mt-1 grid gap-2 text-sm">
            {attribution.answers.map(({ question, answer }) => (
              <div key={question}>
                <dt className="text-muted">{question}</dt>
                <dd>{answer}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </Card>
  );
}
