import { useLingui } from "@lingui/react/macro";
import { useEffect, useRef, useState } from "react";

interface Props {
  entries: readonly { id: string; title: string }[];
  onJump: (id: string) => void;
}

/** Every section of the page in one line that stays in sight, with the one that is looked at marked. */
export function JumpList({ entries, onJump }: Props) {
  const { t } = useLingui();
  const ids = entries.map(({ id }) => id).join(" ");
  const at = useSectionInSight(ids);
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const link = list.current?.querySelector<HTMLElement>(`[href="#${at}"]`);
    // Sideways only: the page itself must not move.
    if (link) list.current?.scrollTo({ left: link.offsetLeft - 48 });
  }, [at]);
  return (
    <nav
      aria-label={t`Sections of this page`}
      className="sticky top-14 z-10 -mx-4 border-b border-line bg-snow sm:-mx-8 md:top-0 print:hidden"
    >
      <ul ref={list} className="relative flex overflow-x-auto px-3 [scrollbar-width:none] sm:px-7">
        {entries.map(({ id, title }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              aria-current={at === id ? "true" : undefined}
              onClick={(event) => {
                event.preventDefault();
                onJump(id);
              }}
              className="flex min-h-11 items-center border-b-2 border-transparent px-2.5 text-sm whitespace-nowrap text-slate hover:text-ink aria-[current]:border-pine aria-[current]:font-semibold aria-[current]:text-ink"
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The section that stands in the upper part of the window. `ids` are theirs, with spaces between. */
function useSectionInSight(ids: string): string | undefined {
  const [inSight, setInSight] = useState<string>();
  useEffect(() => {
    const seen = new Set<string>();
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) seen.add(target.id);
          else seen.delete(target.id);
        }
        setInSight(ids.split(" ").find((id) => seen.has(id)));
      },
      // eslint-disable-next-line lingui/no-unlocalized-strings -- lengths, no words
      { rootMargin: "-15% 0px -60%" },
    );
    for (const id of ids.split(" ")) {
      const section = document.getElementById(id);
      if (section) observer.observe(section);
    }
    return () => observer.disconnect();
  }, [ids]);
  return inSight;
}
