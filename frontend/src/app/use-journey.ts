import { useEffect } from "react";
import { useLocation } from "react-router";

/** Reports the steps of this visit to the server, after the page has rendered and without blocking it. */
export function useJourney(): void {
  const location = useLocation();
  useEffect(() => {
    const note = () =>
      import("./journey-steps").then(
        ({ noteSteps }) => noteSteps(location),
        () => undefined,
      );
    const timer = window.setTimeout(note, 200);
    return () => window.clearTimeout(timer);
  }, [location]);
}
