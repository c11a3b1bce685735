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
        title: t`Not copied`,
        description: t`Please mark and copy them by hand.`,
        kind: "destructive",
      });
    }
  }

  return (
    <div role="status" className="mt-5 rounded-xl bg-stone p-4">
      <p className="font-semibold">
        <Trans>Keep these recovery codes</Trans>
      </p>
      <p className="mt-1 text-sm text-slate">
        <Trans>Each lets you in once when your phone is lost. They are not shown again.</Trans>
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
          <Trans>I have kept them</Trans>
        </Button>
      </div>
    </div>
  );
}
