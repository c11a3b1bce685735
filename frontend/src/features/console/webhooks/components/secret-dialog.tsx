import { useLingui } from "@lingui/react/macro";
import { CopyDialog } from "@/components/console/copy-field";

/** A new signing secret. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const { t } = useLingui();
  return (
    <CopyDialog
      title={t`Signing secret`}
      description={t`Copy it now: it's shown only once. Your server verifies events with it.`}
      label={t`Signing secret`}
      copyLabel={t`Copy`}
      value={secret}
      onClose={onClose}
    />
  );
}
