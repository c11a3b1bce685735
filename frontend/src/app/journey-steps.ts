import { matchPath } from "react-router";
import { paths } from "@/config/paths";
import { type JourneyStep, reach } from "@/features/site/shared/journey/journey";
import { visitId } from "@/lib/consent";

/** Pages of a visit that may lead to a booking; others, such as a customer's own booking, do not start a visit. */
const pages = [
  paths.home, paths.booking, paths.guide, paths.ownPage, paths.car, paths.place, paths.terms, paths.privacy,
  paths.quiz, paths.thankYou, paths.oldLanding,
]; // biome-ignore format: a list

/** The steps of the visit that a URL represents. */
export function stepsOf(pathname: string, search: string, state: unknown): JourneyStep[] {
  if (!isOfVisit(pathname)) return [];
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

const isOfVisit = (pathname: string) => pages.some((page) => matchPath(page, pathname));
const maxLabel = 60;

/** A link's URL without its query: of the site's own pages the path, and only of those that visits consist of. */
function linkOf(href: string): string | undefined {
  if (!href) return undefined;
  const { origin, protocol, pathname } = new URL(href, window.location.href);
  if (protocol === "tel:" || protocol === "mailto:") return protocol;
  if (!/^https?:$/.test(protocol)) return undefined;
  if (origin !== window.location.origin) return `${origin}${pathname}`;
  return isOfVisit(pathname) ? pathname : undefined;
}

const labelOf = (pressed: Element) =>
  (pressed.textContent?.trim() ? pressed.textContent : (pressed.getAttribute("aria-label") ?? ""))
    .replaceAll(/\s+/gu, " ")
    .trim()
    .slice(0, maxLabel) || undefined;

/** Records what was pressed: a link or a button, and links by which a visitor reaches the company. */
function notePress({ target }: Event): void {
  const pressed = (target as Element | null)?.closest?.("a,button");
  const { pathname } = window.location;
  // Only within a visit that began before, and not in the console.
  if (!pressed || !visitId() || matchPath("/admin/*", pathname)) return;
  const { href = "" } = pressed as HTMLAnchorElement;
  const step = presses.find(([pattern]) => pattern.test(href))?.[1];
  if (step) reach(step, pathname);
  if (!isOfVisit(pathname)) return;
  const detail = { page: pathname, link: linkOf(href), label: labelOf(pressed) };
  // Answers of the quiz are recorded as such.
  if (detail.link ?? (pathname !== paths.quiz && detail.label)) reach("pressed", pathname, detail);
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
    const steps = stepsOf(pathname, search, state);
    for (const step of steps) reach(step, pathname);
    if (steps.length > 0) reach("seen", pathname, { page: pathname });
    if (isListening) return;
    isListening = true;
    document.addEventListener("click", notePress, true);
  };
  const isAhead = (document as Document & { prerendering?: boolean }).prerendering === true;
  if (isAhead) document.addEventListener("prerenderingchange", note, { once: true });
  else note();
}
