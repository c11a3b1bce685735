import { useEffect } from "react";
import { matchPath, useLocation } from "react-router";
import { paths } from "@/config/paths";
import type { JourneyStep } from "@/lib/journey";

/** Pages of a visit that may end in a booking; others, such as a customer's own booking, begin none. */
const pages = [
  paths.home, paths.booking, paths.guide, paths.ownPage, paths.car, paths.place, paths.terms, paths.privacy,
  paths.quiz, paths.thankYou, paths.oldLanding,
]; // biome-ignore format: a list

/** What an address says of the visit: the steps that it has come to. */
export function stepsOf(pathname: string, search: string, state: unknown): JourneyStep[] {
  if (!pages.some((page) => matchPath(page, pathname))) return [];
  const query = new URLSearchParams(search);
  if (query.get("preview") === "draft") return [];
  const steps: JourneyStep[] = ["landing"];
  if (pathname === paths.quiz) steps.push("quiz_intro");
  if (query.has("pickupDate") && query.has("returnDate")) steps.push("search");
  if (matchPath(paths.car, pathname)) steps.push("car");
  if (pathname === paths.booking) {
    const step = (state as { step?: number } | null)?.step;
    steps.push("wizard_1");
    if (step === 2 || step === 3) steps.push(`wizard_${step}`);
  }
  return steps;
}

/** Tells the server how far this visit has come; after what is in sight, and never in its way. */
export function useJourney(): void {
  const { pathname, search, state } = useLocation();
  useEffect(() => {
    const steps = stepsOf(pathname, search, state);
    if (steps.length === 0) return undefined;
    const note = () =>
      import("@/lib/journey").then(
        ({ reach }) => {
          for (const step of steps) reach(step, pathname);
        },
        () => undefined,
      );
    const isAhead = (document as Document & { prerendering?: boolean }).prerendering === true;
    if (isAhead) {
      document.addEventListener("prerenderingchange", note, { once: true });
      return () => document.removeEventListener("prerenderingchange", note);
    }
    // Click ids and the campaign are read from the address a moment later, when the page is in sight.
    const timer = window.setTimeout(note, 200);
    return () => window.clearTimeout(timer);
  }, [pathname, search, state]);
}
