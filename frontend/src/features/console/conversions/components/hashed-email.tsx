import { Trans, useLingui } from "@lingui/react/macro";
import { Check } from "@/components/console/check";
import { useChange } from "@/components/console/use-change";
import { conversionsQuery, setHashedEmail } from "../api";

interface Props {
  isSent: boolean;
  mayChange: boolean;
}

/** Enhanced conversions: off until the owner turns them on. */
export function HashedEmail({ isSent, mayChange }: Props) {
  const { t } = useLingui();
  const change = useChange({ refresh: conversionsQuery.queryKey });
  return (
    <section className="rounded-card border border-line bg-panel p-4 sm:p-5">
      <h2 className="text-lg font-bold">
        <Trans>Enhanced conversions</Trans>
      </h2>
      <p className="mt-0.5 text-sm text-slate">
        <Trans>
          Google receives the customer's email as a SHA-256 hash with each reported booking, and matches it to
          its users. Only for visitors who allowed reporting to the ad platform. Add this to your privacy
          policy before you turn it on.
        </Trans>
      </p>
      <div className="mt-2">
        <Check
          label={t`Send hashed emails to Google`}
          checked={isSent}
          disabled={!mayChange}
          onChange={({ target: { checked } }) =>
            void change(
              () => setHashedEmail(checked),
              () => ({ title: checked ? t`Hashed emails are sent` : t`Hashed emails are no longer sent` }),
            )
          }
        />
      </div>
    </section>
  );
}
