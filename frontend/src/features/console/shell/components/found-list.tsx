import { useLingui } from "@lingui/react/macro";
import { useEffect, useRef } from "react";
import { Link } from "react-router";

export interface Group {
  title: string;
  found: readonly { to: string; name: string; text: readonly (string | null)[] }[];
}

interface Props {
  id: string;
  groups: readonly Group[];
  /** The option that Enter opens, counted over all groups. */
  active: number;
  onClose: () => void;
}

/** The options of the search by kind. The focus stays in its field. */
export function FoundList({ id, groups, active, onClose }: Props) {
  const { t } = useLingui();
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the active option is found by its mark
  useEffect(() => {
    list.current?.querySelector("[aria-selected=true]")?.scrollIntoView?.({ block: "nearest" });
  }, [active]);
  const shown = groups.filter(({ found }) => found.length > 0);
  if (shown.length === 0) return null;
  let before = 0;
  const parts = shown.map((group) => {
    const first = before;
    before += group.found.length;
    return { ...group, first };
  });
  return (
    <div ref={list} id={id} role="listbox" aria-label={t`Results`} className="grid gap-4">
      {parts.map(({ title, found, first }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is no group of options
        <div key={title} role="group" aria-label={title}>
          <p aria-hidden className="text-xs font-semibold text-muted">
            {title}
          </p>
          <div className="mt-1">
            {found.map(({ to, name, text }, index) => (
              <Link
                key={to}
                id={`${id}-${first + index}`}
                role="option"
                aria-selected={first + index === active}
                tabIndex={-1}
                to={to}
                onClick={onClose}
                className="block rounded-xl px-3 py-2 hover:bg-stone aria-selected:bg-stone"
              >
                <span className="font-semibold">{name}</span>
                <span className="tabular block text-sm text-slate">{text.filter(Boolean).join(" · ")}</span>
              </Link>
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}
