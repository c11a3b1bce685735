import { useLingui } from "@lingui/react/macro";
import { Copy } from "lucide-react";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";

/** Copies a payment link. */
export function CopyLink({ url }: { url: string }) {
  const { t } = useLingui();

  async function copy() {
    try {
      await navigator.clipboard.writeText(url);
      toast({ title: t`Copied!` });
    } catch {
      toast({ kind: "destructive", title: t`Couldn't copy` });
    }
  }

  return (
    <Button access="read" look="plain" aria-label={t`Copy the link`} onClick={() => void copy()}>
      <Copy aria-hidden size={16} />
    </Button>
  );
}
