import { useEffect, useState } from "react";

/** Whether the search over everything is open; Ctrl-K opens it from anywhere, for those who may search. */
export function useSearch(isAllowed: boolean) {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (!isAllowed) return undefined;
    function open(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      setOpen(true);
    }
    window.addEventListener("keydown", open);
    return () => window.removeEventListener("keydown", open);
  }, [isAllowed]);
  return { isOpen: isOpen && isAllowed, open: () => setOpen(true), close: () => setOpen(false) };
}
