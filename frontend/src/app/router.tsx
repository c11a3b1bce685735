import {
  createBrowserRouter,
  type LoaderFunctionArgs,
  type RouteObject,
  redirect,
  useParams,
} from "react-router";
import { documentKinds, ownPageKind, paths } from "@/config/paths";
import { quizUrl } from "@/features/site/shared/tracking/redirect";
import type { Catalogue } from "@/lib/i18n";
import { routeOf } from "@/lib/languages";
import { inWing, knowPageCode, type Page } from "@/lib/page-code";
import { siteConfig } from "@/lib/site-config";
import { PageError } from "./page-error";
import { SiteFrame } from "./site-frame";

/** The home page's rule also applies to navigation within the site: paid visitors go to the quiz first. */
function toQuizFirst({ request }: LoaderFunctionArgs) {
  const target = quizUrl(request.url);
  return target ? redirect(target) : null;
}

/** Where the old landing page leads: home with query and hash, or undefined when the hash contains a click ID. */
export function landingTarget(search: string, hash: string): string | null {
  return /gclid|gbraid|wbraid|click.?id/i.test(hash) ? null : `/${search}${hash}`;
}

/** The old landing page: home with query and hash, unless the hash contains a click ID. */
function fromOldLanding({ request }: LoaderFunctionArgs) {
  if (!hasText("oldLanding")) return null;
  const { search } = new URL(request.url);
  const target = landingTarget(search, window.location.hash);
  return target === null ? null : redirect(target);
}

const shared = {
  errorElement: <PageError />,
  // Pages have their own loading states; before the first page's code is loaded, nothing flickers.
  hydrateFallbackElement: <div className="min-h-dvh" />,
};

const homePage = inWing("site", () => import("@/features/site/home/page"));
const thankYouPage = inWing("after", () => import("@/features/site/thank-you/page"));
const guidesPage = inWing("site", () => import("@/features/site/guide/list-page"));
const notFoundPage = inWing("site", () => import("@/features/site/not-found/page"));
knowPageCode(paths.home, homePage);
knowPageCode(paths.thankYou, thankYouPage);

/** A page with a text of the company; it does not exist without that text. */
function pageOf(name: keyof typeof documentKinds, load: () => Promise<Page>) {
  return { path: paths[name], lazy: () => (hasText(name) ? inWing("site", load)() : notFoundPage()) };
}

function hasText(name: keyof typeof documentKinds): boolean {
  return siteConfig().documents.includes(documentKinds[name]);
}

/** Page of a single car or place; any other code shows the not-found page. */
function pageOfEach(
  path: string,
  isKnown: (code: string) => boolean,
  load: () => Promise<Page>,
  wing: Catalogue = "choosing",
) {
  const lazy = async () => {
    const [page, missing] = await Promise.all([inWing(wing, load)(), notFoundPage()]);
    function Component() {
      const [code = ""] = Object.values(useParams());
      return isKnown(code) ? <page.Component /> : <missing.Component />;
    }
    return { Component };
  };
  return { path, lazy };
}

const hasGuides = () => siteConfig().menu.length > 0;
const isCar = (code: string) => siteConfig().cars.some(({ slug, inFleet }) => inFleet && slug === code);
const isOwnPage = (slug: string) => siteConfig().documents.includes(ownPageKind(slug));
const isPlace = (code: string) => siteConfig().locations.some((place) => place.code === code);

// The first page has its own history key like all later ones, or it would open at the scroll position of another
// visit's first page.
function nameFirstPage() {
  if (window.history.state?.key) return;
  const key = Math.random().toString(36).slice(2);
  window.history.replaceState({ ...window.history.state, key }, "");
}

const dataFrame = "data";
const isInner = (pathname: string) =>
  [paths.admin.home, paths.reviews, ...Object.values(paths.affiliate)].some((path) =>
    pathname.startsWith(path),
  );

const routes = (): RouteObject[] => [
  {
    ...shared,
    element: <SiteFrame />,
    children: [
      { path: paths.home, loader: toQuizFirst, lazy: homePage },
      {
        path: paths.oldLanding,
        loader: fromOldLanding,
        lazy: () => (hasText("oldLanding") ? homePage() : notFoundPage()),
      },
      { path: paths.cars, lazy: inWing("choosing", () => import("@/features/site/car/list-page")) },
      { path: paths.places, lazy: inWing("choosing", () => import("@/features/site/place/list-page")) },
      { path: paths.guides, lazy: () => (hasGuides() ? guidesPage() : notFoundPage()) },
      { path: paths.help, lazy: inWing("choosing", () => import("@/features/site/help/page")) },
      pageOfEach(paths.car, isCar, () => import("@/features/site/car/page")),
      pageOfEach(paths.place, isPlace, () => import("@/features/site/place/page")),
    ],
  },
  // Without the frame of the site: parts of it that other websites show.
  { ...shared, path: "/embed/*", lazy: inWing("embed", () => import("@/features/site/embed/page")) },
  {
    ...shared,
    id: dataFrame,
    lazy: () => import("./data-frame"),
    children: [
      { path: paths.booking, lazy: inWing("booking", () => import("@/features/site/booking/page")) },
      { path: paths.quiz, lazy: inWing("quiz", () => import("@/features/site/quiz/page")) },
      { path: paths.myBooking, lazy: inWing("after", () => import("@/features/site/my-booking/page")) },
      { path: paths.thankYou, lazy: thankYouPage },
      { path: paths.payment, lazy: inWing("after", () => import("@/features/site/payment/page")) },
      pageOf(
        "terms",
        inWing("after", () => import("@/features/site/documents/page")),
      ),
      pageOf(
        "privacy",
        inWing("after", () => import("@/features/site/documents/page")),
      ),
      pageOf("guide", () => import("@/features/site/guide/page")),
      pageOfEach(paths.ownPage, isOwnPage, () => import("@/features/site/guide/page"), "site"),
      { path: "*", lazy: notFoundPage },
    ],
  },
];

export type Router = ReturnType<typeof createBrowserRouter>;

/** The router of the page's language: all URLs start with its prefix. Starts loading the first page. */
export function createRouter(): Router {
  nameFirstPage();
  return createBrowserRouter(routes(), {
    basename: `${siteConfig().tenant.pathPrefix}/`,
    // Most routes belong to the console, affiliates and reviews: visitors of other pages do not wait for them.
    async patchRoutesOnNavigation({ path, patch }) {
      if (!isInner(routeOf(path))) return;
      const { innerRoutes } = await import("./inner-routes");
      patch(dataFrame, innerRoutes());
    },
  });
}

/** Resolves when the code of the page at this URL is loaded or has failed to load. */
export function whenReady(router: Router): Promise<void> {
  return new Promise((resolve) => {
    if (router.state.initialized) resolve();
    else {
      const stop = router.subscribe((state) => {
        if (!state.initialized) return;
        stop();
        resolve();
      });
    }
  });
}
