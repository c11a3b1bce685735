import { clsx } from "clsx";
import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";

interface Props {
  id: string;
  title: string;
  /** Only on a phone is there a fold. */
  isCollapsible: boolean;
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
  children: ReactNode;
}

/** A place on the page to jump to. On a phone it folds, and what is folded is not there at all. */
export function SectionFrame({ id, title, isCollapsible, isOpen, onToggle, children }: Props) {
  const isShown = isOpen || !isCollapsible;
  return (
    <div id={id} tabIndex={-1} className="scroll-mt-28 outline-none md:scroll-mt-16">
      {isCollapsible && (
        <h2>
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={`${id}-panel`}
            onClick={() => onToggle(!isOpen)}
            className={clsx(
              "flex min-h-13 w-full items-center justify-between gap-3 border border-line bg-panel px-4 text-left font-bold",
              isOpen ? "rounded-t-card border-b-0" : "rounded-card",
            )}
          >
            {title}
            <ChevronDown
              aria-hidden
              size={18}
              className={clsx("shrink-0 text-muted transition-transform", isOpen && "rotate-180")}
            />
          </button>
        </h2>
      )}
      <div
        id={`${id}-panel`}
        className={clsx(
          isCollapsible && "[&>section]:rounded-t-none [&>section]:border-t-0 [&>section]:pt-1",
        )}
      >
        {isShown && children}
      </div>
    </div>
  );
}
