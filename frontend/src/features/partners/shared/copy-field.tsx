import { Trans, useLingui } from "@lingui/react/macro";
import { Copy } from "lucide-react";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";

interface Props {
  label: string;
  value: string;
  /** What the toast says was copied. */
  copied: string;
  large?: boolean;
}

/** Something to hand on, with a button that copies it. */
export function CopyField({ label, value, copied, large = false }: Props) {
  const { t } = useLingui();

  async function copy() {
    try {
      await navigator.clipboard.writeText(value);
      toast({ title: t`Copied!`, description: copied });
    } catch {
      toast({
        kind: "destructive",
        title: t`Not copied`,
        description: t`Couldn't copy. Select the text and copy it.`,
      });
    }
  }

  return (
    <div>
      <p className="text-sm font-semibold text-slate">{label}</p>
      <div className="mt-1.5 flex flex-col gap-2 sm:flex-row">
        <p
          className={`min-w-0 grow content-center wrap-anywhere rounded-xl bg-stone px-4 py-3 ${
            large ? "tabular text-xl font-extrabold tracking-wide sm:text-2xl" : ""
          }`}
        >
          {value}
        </p>
        <Button look="quiet" onClick={copy} aria-label={t`Copy: ${label}`}>
          <Copy aria-hidden size={18} />
          <Trans>Copy</Trans>
        </Button>
      </div>
    </div>
  );
}
