import { Search } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { controlClass } from "@/components/ui/field";

const pauseMilliseconds = 300;

interface Props {
  label: string;
  placeholder: string;
  /** What the list is searched for now. */
  value: string;
  maxLength?: number;
  className?: string;
  onSearch: (text: string) => void;
}

/**
 * A search field that reports its value when typing pauses, or immediately on Enter. A value that changes from outside (Back, a link,
 * cleared filters) replaces what is typed, and is never overwritten by it.
 */
export function SearchField({ label, placeholder, value, maxLength = 100, className, onSearch }: Props) {
  const [typed, setTyped] = useState(value);
  // Reported and not yet come back as `value`.
  const reported = useRef<string[]>([]);
  const timer = useRef<number | undefined>(undefined);
  const report = useRef(onSearch);
  useEffect(() => {
    report.current = onSearch;
  });
  useEffect(() => {
    const place = reported.current.indexOf(value);
    reported.current = reported.current.slice(place + 1);
    if (place >= 0) return;
    window.clearTimeout(timer.current);
    reported.current = [];
    setTyped(value);
  }, [value]);
  useEffect(() => () => window.clearTimeout(timer.current), []);

  function search(text: string) {
    window.clearTimeout(timer.current);
    if (text === (reported.current.at(-1) ?? value)) return;
    reported.current.push(text);
    report.current(text);
  }

  return (
    <div className={className ?? "relative"}>
      <Search aria-hidden size={18} className="pointer-events-none absolute top-3.5 left-3.5 text-muted" />
      <input
        type="search"
        aria-label={label}
        placeholder={placeholder}
        maxLength={maxLength}
        autoComplete="off"
        className={controlClass("pl-10 text-ellipsis")}
        value={typed}
        onChange={(event) => {
          const text = event.target.value;
          setTyped(text);
          window.clearTimeout(timer.current);
          timer.current = window.setTimeout(() => search(text.trim()), pauseMilliseconds);
        }}
        onKeyDown={(event) => {
          if (event.key === "Enter") search(typed.trim());
        }}
      />
    </div>
  );
}
