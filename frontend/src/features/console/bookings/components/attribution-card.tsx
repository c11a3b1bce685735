import type { BookingDetail } from "../api";
import { Card, Facts } from "./card";

const methods = {
  session: "By the quiz session that led here",
  gclid: "By the click id of the quiz session",
  fingerprint: "By the device of the quiz session",
  address: "A guess: somebody at the same network address came by an ad",
};

const consents: Record<string, string> = {
  not_required: "Not asked for",
  granted: "Given",
  refused: "Refused",
  unknown: "Not answered",
};

/** Where the customer came from, and what they answered in the quiz. */
export function AttributionCard({ booking }: { booking: BookingDetail }) {
  const { attribution } = booking;
  const clickId = attribution.gclid ?? attribution.gbraid ?? attribution.wbraid;
  const known = attribution.method || clickId || booking.referrer;
  return (
    <Card title="Where it came from">
      {!known && <p className="text-sm text-slate">Directly: no quiz, no paid click, no affiliate.</p>}
      <Facts
        facts={[
          ["Found", attribution.method && methods[attribution.method]],
          ["Source", [attribution.source, attribution.medium].filter(Boolean).join(" / ")],
          ["Campaign", attribution.campaign],
          ["Device", attribution.device],
          ["Click id", clickId && <code className="text-xs break-all">{clickId}</code>],
          ["Affiliate", booking.referrer?.name],
          ["Consent", known ? consents[attribution.consentState] : null],
        ]}
      />
      {attribution.answers.length > 0 && (
        <details className="mt-4">
          <summary className="min-h-11 cursor-pointer text-sm font-semibold text-pine">
            {attribution.answers.length} quiz answers
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
