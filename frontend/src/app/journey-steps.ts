import { matchPath } from "react-router";
import { paths } from "@/config/paths";
import { type JourneyStep, reach } from "@/features/site/shared/journey/journey";
import { visitId } from "@/lib/visit";

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

const presses: [RegExp, JourneyStep][] = [
  [/^tel:/, "press_phone"],
  [/^https:\/\/(wa\.me|api\.whatsapp\.com)\//, "press_whatsapp"],
  [/^mailto:/, "press_email"],
];
let isListening = false;

/** Records that a link was pressed by which a visitor reaches the company. */
function notePress({ target }: Event): void {
  const { href = "" } = (target as Element | null)?.closest?.("a") ?? {};
  const step = presses.find(([pattern]) => pattern.test(href))?.[1];
  const { pathname } = window.location;
  // Only within a visit that began before, and not in the console.
  if (step && visitId() && !matchPath("/admin/*", pathname)) reach(step, pathname);
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
    if (isListening) return;
    isListening = true;
    document.addEventListener("click", notePress, true);
  };
  const isAhead = (document as Document & { prerendering?: boolean }).prerendering === true;
  if (isAhead) document.addEventListener("prerenderingchange", note, { once: true });
  else note();
}
