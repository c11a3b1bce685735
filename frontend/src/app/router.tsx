import { createBrowserRouter, type LoaderFunctionArgs, redirect } from "react-router";
import { paths } from "@/config/paths";
import { legacyPaths } from "./legacy-paths";
import { PageError } from "./page-error";
import { SiteFrame } from "./site-frame";

/** Sends an old address home with its query string. */
function toHome({ request }: LoaderFunctionArgs) {
  return redirect(`/${new URL(request.url).search}`);
}

/** The old landing page: home with query and hash, unless the hash speaks of a click id. */
function fromOldLanding({ request }: LoaderFunctionArgs) {
  const hash = window.location.hash;
  if (/gclid/i.test(hash)) return null;
  return redirect(`/${new URL(request.url).search}${hash}`);
}

export const router = createBrowserRouter([
  {
    errorElement: <PageError />,
    // Pages draw their own waiting state; before the first one's code is there, nothing flickers.
    hydrateFallbackElement: <div className="min-h-dvh" />,
    element: <SiteFrame />,
    children: [
      { path: paths.home, lazy: () => import("@/features/home/page") },
      { path: paths.booking, lazy: () => import("@/features/booking/page") },
      { path: paths.quiz, lazy: () => import("@/features/quiz/page") },
      { path: paths.thankYou, lazy: () => import("@/features/thank-you/page") },
      { path: paths.terms, lazy: () => import("@/features/documents/legal-page") },
      { path: paths.privacy, lazy: () => import("@/features/documents/legal-page") },
      { path: paths.guide, lazy: () => import("@/features/guide/page") },
      { path: "/car-rental-tbilisi", loader: fromOldLanding, lazy: () => import("@/features/home/page") },
      { path: "/car/:carId", loader: toHome },
      ...legacyPaths.map((path) => ({ path: `/${path}`, loader: toHome })),
      { path: paths.admin.signIn, lazy: () => import("@/features/admin-sign-in/page") },
      {
        path: "/admin",
        lazy: () => import("@/features/admin-shell/layout"),
        children: [
          { index: true, lazy: () => import("@/features/admin-shell/home") },
          { path: paths.admin.quizAnalytics, lazy: () => import("@/features/quiz-analytics/page") },
          { path: paths.admin.quizTest, lazy: () => import("@/features/quiz/test-page") },
        ],
      },
      { path: "*", lazy: () => import("@/features/not-found/page") },
    ],
  },
]);
