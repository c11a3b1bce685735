import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createBrowserRouter, Link } from "react-router";
import { RouterProvider } from "react-router/dom";
import { PageHeader } from "@/components/console/page-header";
import { Toaster } from "@/components/ui/toaster";
import { beginWith, loadCatalogues } from "@/lib/i18n";
import { queryClient } from "@/lib/query-client";
import { AnnouncementsPage } from "./announcements-page";
import { AuditLogPage } from "./audit-log-page";
import { ChecksPage } from "./checks-page";
import { CompaniesPage } from "./companies-page";
import { CompanyPage } from "./company-page";
import { JobsPage } from "./jobs-page";
import { PlansPage } from "./plans-page";
import { Shell, useTitle } from "./shell";
import { SignInPage } from "./sign-in-page";
import { SignUpsPage } from "./sign-ups-page";

// Operators read English; dates and numbers follow it.
beginWith("en");
await loadCatalogues("site", "console");

const router = createBrowserRouter([
  { path: "/sign-in", element: <SignInPage /> },
  {
    path: "/",
    element: <Shell />,
    children: [
      { index: true, element: <CompaniesPage /> },
      { path: "companies/:slug", element: <CompanyPage /> },
      { path: "sign-ups", element: <SignUpsPage /> },
      { path: "plans", element: <PlansPage /> },
      { path: "announcements", element: <AnnouncementsPage /> },
      { path: "checks", element: <ChecksPage /> },
      { path: "jobs", element: <JobsPage /> },
      { path: "audit-log", element: <AuditLogPage /> },
      { path: "*", element: <NotFoundPage /> },
    ],
  },
]);

const root = document.getElementById("root");
if (root) {
  createRoot(root).render(
    <StrictMode>
      <I18nProvider i18n={i18n}>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
          <Toaster />
        </QueryClientProvider>
      </I18nProvider>
    </StrictMode>,
  );
}

function NotFoundPage() {
  useTitle("Not found");
  return (
    <>
      <PageHeader title="There is no such page" />
      <Link to="/" className="mt-4 inline-flex min-h-11 items-center font-medium text-pine hover:underline">
        Companies
      </Link>
    </>
  );
}
