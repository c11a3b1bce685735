import { Trans, useLingui } from "@lingui/react/macro";
import { Copy } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { controlClass } from "@/components/ui/field";
import { toast } from "@/components/ui/toast";

interface Props {
  /** Of the field, for screen readers. */
  label: string;
  /** Of its button. */
  copyLabel: string;
  value: string;
}

/** A value to copy. A browser that refuses the clipboard leaves it to be selected. */
export function CopyField({ label, copyLabel, value }: Props) {
  const { t } = useLingui();
  async function copy() {
    try {
      await navigator.clipboard.writeText(value);
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
    <div className="flex gap-2">
      <input
        readOnly
        aria-label={label}
        value={value}
        onFocus={(event) => event.target.select()}
        className={controlClass("min-h-11 font-mono text-xs")}
      />
      <Button access="read" look="quiet" className="min-h-11 px-3" aria-label={copyLabel} onClick={copy}>
        <Copy aria-hidden size={16} />
      </Button>
    </div>
  );
}

interface DialogProps extends Props {
  title: string;
  description: string;
  onClose: () => void;
}

/** A secret to copy, which is shown once. */
export function CopyDialog({ title, description, onClose, ...field }: DialogProps) {
  return (
    <Dialog title={title} description={description} onClose={onClose} isWide>
      <CopyField {...field} />
      <div className="mt-6 flex justify-end">
        <Button access="read" onClick={onClose}>
          <Trans>Done</Trans>
        </Button>
      </div>
    </Dialog>
  );
}
