import { useLingui } from "@lingui/react/macro";
import { type ReactNode, useState } from "react";
import { Button } from "@/components/ui/button";
import { shownAtFirst } from "../rules";

interface Props<T> {
  items: readonly T[];
  /** Lines shown before the list is collapsed. */
  most?: number;
  children: (shown: readonly T[]) => ReactNode;
}

/** The first lines of a long list, and a button for the others. */
export function Folded<T>({ items, most = 5, children }: Props<T>) {
  const { t } = useLingui();
  const [isWhole, setWhole] = useState(false);
  const first = shownAtFirst(items, most);
  const left = items.length - first.length;
  return (
    <>
      {children(isWhole ? items : first)}
      {left > 0 && (
        <Button
          access="read"
          look="plain"
          className="mt-3 -mb-3 -ml-3"
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? t`Show fewer` : t`and ${left} more`}
        </Button>
      )}
    </>
  );
}
