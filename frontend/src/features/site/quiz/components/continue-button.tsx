import { Trans } from "@lingui/react/macro";
import { Button } from "@/components/ui/button";

interface Props {
  busy: boolean;
  /** Leaves the question out; missing where it has to be answered. */
  onSkip?: (() => void) | undefined;
}

/** The buttons below a question that is answered with a form. */
export function Continue({ busy, onSkip }: Props) {
  return (
    <>
      <Button type="submit" className="min-h-14 w-full text-lg sm:mx-auto sm:w-72" aria-busy={busy}>
        <Trans>Continue</Trans>
      </Button>
      {onSkip && (
        <Button look="plain" className="self-center" disabled={busy} onClick={onSkip}>
          <Trans>Skip this question</Trans>
        </Button>
      )}
    </>
  );
}
