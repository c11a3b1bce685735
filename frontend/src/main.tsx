import { StrictMode, startTransition } from "react";
import { createRoot } from "react-dom/client";
import { createRouter, whenReady } from "@/app/router";
import { endStart, startInTasks } from "@/components/ui/one-by-one";
import { paths } from "@/config/paths";
import { takeSessionFromUrl } from "@/features/site/shared/quiz-session";
import { rememberReferral } from "@/features/site/shared/referral";
import { redirectPaidVisitor } from "@/features/site/shared/tracking/redirect";
import { applyConsent } from "@/lib/consent";
import { beginWith, consoleLanguage, knowLocales, loadFormats } from "@/lib/i18n";
import { routeOf } from "@/lib/languages";
import { loadSiteConfig, siteConfig } from "@/lib/site-config";
import "./styles.css";
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { RouterProvider } from "react-router/dom";
import { Toaster } from "@/components/ui/toaster";
import type { Router } from "./app/router";

ignoreForeignDomErrors();

// Starts in several short tasks, so that a slow phone scrolls and responds to taps in between.
const nextTask = () => new Promise((resolve) => window.setTimeout(resolve));

// Evaluating the modules is a separate task.
await nextTask();
// Hosts of the installation have pages of their own, and no company.
if (document.getElementById("own-host")) await import("@/app/own-host");
else await startSite();

async function startSite() {
  await loadSiteConfig();
  const { language, locales } = siteConfig().tenant;
  knowLocales(locales);
  beginWith(language);
  if (window.location.pathname.startsWith(paths.admin.home)) {
    beginWith(consoleLanguage());
    document.documentElement.lang = consoleLanguage();
  }
  // A frame of another website stores nothing of its visitor.
  const isEmbedded = routeOf(window.location.pathname).startsWith("/embed/");
  if (!isEmbedded) {
    applyConsent();
    rememberReferral(window.location.search);
    takeSessionFromUrl();
  }
  // Before rendering: a paid visitor goes to the quiz without seeing the site first.
  if (isEmbedded || !redirectPaidVisitor()) {
    const root = document.getElementById("root");
    // Until then the server-rendered first screen stays visible.
    await nextTask();
    // The browser's own language data is slow to load on first use.
    await loadFormats();
    await nextTask();
    const router = createRouter();
    await whenReady(router);
    await nextTask();
    if (root) {
      startInTasks();
      router.subscribe(endStart);
      // In small chunks, so that slow phones stay responsive.
      startTransition(() =>
        createRoot(root).render(
          <StrictMode>
            <App router={router} />
          </StrictMode>,
        ),
      );
    }
  }
}

function App({ router }: { router: Router }) {
  return (
    <I18nProvider i18n={i18n}>
      <RouterProvider router={router} />
      <Toaster />
    </I18nProvider>
  );
}

/**
 * Browser translators move text nodes under React's hands. The page still works, so these errors, and only
 * these, are kept from the console and from error reports.
 */
function ignoreForeignDomErrors(): void {
  const foreign = /removeChild|insertBefore|The node to be removed is not a child/;
  window.addEventListener("error", (event) => {
    if (event.error instanceof DOMException && foreign.test(event.message)) event.preventDefault();
  });
}
