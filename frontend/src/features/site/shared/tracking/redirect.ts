import { mayStore } from "@/lib/consent";
import { routeOf } from "@/lib/languages";
import { siteConfig } from "@/lib/site-config";
import { isRestored } from "@/lib/visitors-query";
import { storeClickIds } from "./click-store";
import { clickIdsIn, quizRedirect, repairedUrl } from "./rules";

/**
 * Repairs the address, then sends a paid visitor of the home page to the quiz, its click id stored before.
 * Answers whether the browser is leaving, so that nothing needs to be drawn.
 */
export function redirectPaidVisitor(): boolean {
  const repaired = repairedUrl(window.location.pathname, window.location.search);
  if (repaired) window.history.replaceState(window.history.state, "", repaired + window.location.hash);
  const target = quizUrl(window.location.href);
  if (target) window.location.replace(siteConfig().tenant.pathPrefix + target);
  return target !== null;
}

/** The route that the paid visitor of an address goes to first, in the same language, its click ids stored; null for everyone else. */
export function quizUrl(address: string): string | null {
  const { pathname, search } = new URL(address);
  const target = quizRedirect(routeOf(pathname), search);
  // An id that we put there ourselves is no new click: loading the page again must not end in the quiz.
  if (!target || (address === window.location.href && isRestored())) return null;
  if (mayStore()) storeClickIds(clickIdsIn(search));
  return target;
}
