import { useLingui } from "@lingui/react/macro";
import { useEffect, useRef, useState } from "react";

interface Props {
  entries: readonly { id: string; title: string }[];
  onJump: (id: string) => void;
}

/** A sticky list of the page's sections, with the current one marked. */
export function JumpList({ entries, onJump }: Props) {
  const { t } = useLingui();
  const ids = entries.map(({ id }) => id).join(" ");
  const [at, setJumped] = useSectionInSight(ids);
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const link = list.current?.querySelector<HTMLElement>(`[href="#${at}"]`);
    // Scrolls the list only, not the page.
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
                setJumped(id);
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

/** Scroll offset: the height of the top bar and this list. */
const lineAt = 136;
const moves = ["wheel", "touchmove", "keydown", "pointerdown"] as const;

/**
 * The current section, and a function to set it after a jump. A jump target stays marked until the visitor scrolls,
 * also where the page is too short to scroll it to the top. `ids` are space-separated.
 */
function useSectionInSight(ids: string): [string | undefined, (id: string) => void] {
  const [inSight, setInSight] = useState<string>();
  const [jumped, setJumped] = useState<string>();
  useEffect(() => {
    const look = () => {
      const sections = ids.split(" ").flatMap((id) => document.getElementById(id) ?? []);
      setInSight(sectionAt(sections.map((section) => [section.id, section.getBoundingClientRect()])));
    };
    const release = () => setJumped(undefined);
    look();
    // Panels grow when their figures load.
    const observer = new ResizeObserver(look);
    for (const id of ids.split(" ")) {
      const section = document.getElementById(id);
      if (section) observer.observe(section);
    }
    document.addEventListener("scroll", look, { capture: true, passive: true });
    for (const move of moves) document.addEventListener(move, release, { passive: true });
    return () => {
      observer.disconnect();
      document.removeEventListener("scroll", look, { capture: true });
      for (const move of moves) document.removeEventListener(move, release);
    };
  }, [ids]);
  return [jumped ?? inSight, setJumped];
}

/** The last section that starts above the line; at the page's end, the last section. */
export function sectionAt(
  sections: readonly [string, { top: number; bottom: number }][],
  height = window.innerHeight,
): string | undefined {
  const last = sections.at(-1);
  if (last && sections.length > 1 && last[1].bottom <= height && last[1].top > lineAt) return last[0];
  return (sections.findLast(([, { top }]) => top <= lineAt) ?? sections[0])?.[0];
}
