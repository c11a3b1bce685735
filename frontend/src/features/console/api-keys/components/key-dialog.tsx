import { Trans, useLingui } from "@lingui/react/macro";
import { Copy } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { controlClass } from "@/components/ui/field";
import { toast } from "@/components/ui/toast";

/** The value of a new key, which the server does not store. */
export function KeyDialog({ token, onClose }: { token: string; onClose: () => void }) {
  const { t } = useLingui();
  async function copy() {
    try {
      await navigator.clipboard.writeText(token);
      toast({ title: t`Copied!` });
    } catch {
      toast({
        kind: "destructive",
        title: t`Couldn't copy`,
        description: t`Select the text and copy it yourself.`,
      });
    }
  }
  return (
    <Dialog
      title={t`Copy your API key`}
      description={t`Copy it now: it won't be shown again. Treat it as a password.`}
      onClose={onClose}
      isWide
    >
      <div className="flex gap-2">
        <input
          readOnly
          aria-label={t`API key`}
          value={token}
          onFocus={(event) => event.target.select()}
          className={controlClass("min-h-11 font-mono text-xs")}
        />
        <Button look="quiet" className="min-h-11 px-3" aria-label={t`Copy API key`} onClick={copy}>
          <Copy aria-hidden size={16} />
        </Button>
      </div>
      <div className="mt-6 flex justify-end">
        <Button onClick={onClose}>
          <Trans>Done</Trans>
        </Button>
      </div>
    </Dialog>
  );
}
