import { Trans, useLingui } from "@lingui/react/macro";
import { CopyField } from "@/components/console/copy-field";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";

/** The value of a new key, which the server does not store. */
export function KeyDialog({ token, onClose }: { token: string; onClose: () => void }) {
  const { t } = useLingui();
  return (
    <Dialog
      title={t`Copy your API key`}
      description={t`Copy it now: it won't be shown again. Treat it as a password.`}
      onClose={onClose}
      isWide
    >
      <CopyField label={t`API key`} copyLabel={t`Copy API key`} value={token} />
      <div className="mt-6 flex justify-end">
        <Button access="read" onClick={onClose}>
          <Trans>Done</Trans>
        </Button>
      </div>
    </Dialog>
  );
}
