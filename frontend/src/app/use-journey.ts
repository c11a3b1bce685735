import { useEffect } from "react";
import { useLocation } from "react-router";

/** Tells the server how far this visit has come; after what is in sight, and never in its way. */
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
