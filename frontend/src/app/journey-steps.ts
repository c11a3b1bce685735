import { matchPath } from "react-router";
import { paths } from "@/config/paths";
import { type JourneyStep, reach } from "@/features/site/shared/journey/journey";

/** Pages of a visit that may lead to a booking; others, such as a customer's own booking, do not start a visit. */
const pages = [
  paths.home, paths.booking, paths.guide, paths.ownPage, paths.car, paths.place, paths.terms, paths.privacy,
  paths.quiz, paths.thankYou, paths.oldLanding,
]; // biome-ignore format: a list

/** The steps of the visit that a URL represents. */
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

/** Records the steps of a URL. A prerendered page is not a visit yet. */
export function noteSteps({
  pathname,
  search,
  state,
}: {
  pathname: string;
  search: string;
  state: unknown;
}): void {
  const note = () => {
    for (const step of stepsOf(pathname, search, state)) reach(step, pathname);
  };
  const isAhead = (document as Document & { prerendering?: boolean }).prerendering === true;
  if (isAhead) document.addEventListener("prerenderingchange", note, { once: true });
  else note();
}
