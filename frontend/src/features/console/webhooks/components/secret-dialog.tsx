import { Trans, useLingui } from "@lingui/react/macro";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { controlClass } from "@/components/ui/field";
import { toast } from "@/components/ui/toast";

/** A new signing secret, which is shown once. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const { t } = useLingui();

  async function copy() {
    await navigator.clipboard.writeText(secret);
    toast({ title: t`Copied` });
  }

  return (
    <Dialog
      title={t`Signing secret`}
      description={t`Copy it now: it's shown only once. Your server verifies events with it.`}
      onClose={onClose}
    >
      <div className="grid gap-4">
        <input
          readOnly
          aria-label={t`Signing secret`}
          value={secret}
          onFocus={(event) => event.target.select()}
          className={controlClass("font-mono text-sm")}
        />
        <div className="flex flex-wrap justify-end gap-2">
          <Button look="quiet" onClick={onClose}>
            <Trans>Done</Trans>
          </Button>
          <Button onClick={() => void copy()}>
            <Trans>Copy</Trans>
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
