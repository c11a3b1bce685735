import { Trans } from "@lingui/react/macro";
import { Badge } from "@/components/console/badge";
import { Button } from "@/components/ui/button";

/** Beside a machine translation until someone edits it or confirms it here. */
export function UncheckedMark({ label, onConfirm }: { label: string; onConfirm: () => void }) {
  return (
    <div className="-mt-2 flex flex-wrap items-center gap-2">
      <Badge look="warning">
        <Trans>Machine translation – check</Trans>
      </Badge>
      <Button look="plain" className="min-h-11 px-3" onClick={onConfirm}>
        <Trans>
          Confirm<span className="sr-only"> {label}</span>
        </Trans>
      </Button>
    </div>
  );
}
