import { Trans, useLingui } from "@lingui/react/macro";
import { Copy } from "lucide-react";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";

interface Props {
  codes: string[];
  onKept: () => void;
}

/** The recovery codes, shown this once. */
export function RecoveryCodes({ codes, onKept }: Props) {
  const { t } = useLingui();
  async function copy() {
    try {
      await navigator.clipboard.writeText(codes.join("\n"));
      toast({ title: t`Copied!` });
    } catch {
      toast({
        title: t`Couldn't copy`,
        description: t`Select and copy the codes yourself.`,
        kind: "destructive",
      });
    }
  }

  return (
    <div role="status" className="mt-5 rounded-xl bg-stone p-4">
      <p className="font-semibold">
        <Trans>Save your recovery codes</Trans>
      </p>
      <p className="mt-1 text-sm text-slate">
        <Trans>Use one to sign in if you lose your phone. Each works once. They won't be shown again.</Trans>
      </p>
      <ul className="tabular mt-3 grid grid-cols-1 gap-1 font-mono text-sm min-[24rem]:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button look="quiet" onClick={copy}>
          <Copy aria-hidden size={16} /> <Trans>Copy</Trans>
        </Button>
        <Button look="quiet" onClick={onKept}>
          <Trans>I've saved them</Trans>
        </Button>
      </div>
    </div>
  );
}
