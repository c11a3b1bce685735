import { mayStore } from "@/lib/consent";
import { routeOf } from "@/lib/languages";
import { siteConfig } from "@/lib/site-config";
import { isRestored } from "@/lib/visitors-query";
import { storeClickIds } from "./click-store";
import { clickIdsIn, quizRedirect, repairedUrl } from "./rules";

/**
 * Repairs the URL, then stores the click id of a paid visitor of the home page and redirects to the quiz. Returns
 * whether the browser is leaving, so that nothing needs to be rendered.
 */
export function redirectPaidVisitor(): boolean {
  const repaired = repairedUrl(window.location.pathname, window.location.search);
  if (repaired) window.history.replaceState(window.history.state, "", repaired + window.location.hash);
  const target = quizUrl(window.location.href);
  if (target) window.location.replace(siteConfig().tenant.pathPrefix + target);
  return target !== null;
}

/** The first page of a paid visitor, in the same language, after storing the click ids; null for everyone else. */
export function quizUrl(address: string): string | null {
  const { pathname, search } = new URL(address);
  const target = quizRedirect(routeOf(pathname), search);
  // An id that we added is not a new click: reloading the page must not redirect to the quiz.
  if (!target || (address === window.location.href && isRestored())) return null;
  if (mayStore()) storeClickIds(clickIdsIn(search));
  return target;
}
