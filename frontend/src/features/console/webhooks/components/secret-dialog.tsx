import { Trans, useLingui } from "@lingui/react/macro";
import { CopyField } from "@/components/console/copy-field";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";

/** A new signing secret, which is shown once. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const { t } = useLingui();
  return (
    <Dialog
      title={t`Signing secret`}
      description={t`Copy it now: it's shown only once. Your server verifies events with it.`}
      onClose={onClose}
      isWide
    >
      <CopyField label={t`Signing secret`} copyLabel={t`Copy`} value={secret} />
      <div className="mt-6 flex justify-end">
        <Button access="read" onClick={onClose}>
          <Trans>Done</Trans>
        </Button>
      </div>
    </Dialog>
  );
}
