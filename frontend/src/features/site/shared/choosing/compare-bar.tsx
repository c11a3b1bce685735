import { Plural, Trans } from "@lingui/react/macro";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { latePart } from "@/components/ui/late-part";
import { useCompared } from "./use-choice";

const Comparison = latePart(() => import("./comparison").then((module) => module.Comparison));

/** What is to be compared, within the thumb's reach. */
export function CompareBar() {
  const { compared, clear } = useCompared();
  const [isOpen, setOpen] = useState(false);
  if (compared.length === 0) return null;
  return (
    <>
      <div className="sticky bottom-[calc(1rem+var(--consent-space,0px))] z-20 mx-auto mt-4 flex w-fit max-w-full items-center gap-2 rounded-full bg-ink py-2 pr-2 pl-5 text-snow shadow-card">
        <span role="status" className="text-sm font-semibold">
          {compared.length === 1 ? (
            <Trans>Choose one more to compare</Trans>
          ) : (
            <Plural value={compared.length} one="# car" other="# cars" />
          )}
        </span>
        <button
          type="button"
          onClick={clear}
          className="min-h-11 px-3 text-sm font-semibold underline underline-offset-4"
        >
          <Trans comment="Takes all cars out of the comparison">Clear</Trans>
        </button>
        {compared.length > 1 && (
          <Button onClick={() => setOpen(true)} className="rounded-full">
            <Trans comment="Shows cars side by side">Compare</Trans>
          </Button>
        )}
      </div>
      {isOpen && compared.length > 0 && <Comparison cars={compared} onClose={() => setOpen(false)} />}
    </>
  );
}
