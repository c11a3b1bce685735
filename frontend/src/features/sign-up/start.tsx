import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createBrowserRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { queryClient } from "@/lib/query-client";
import { ConfirmPage } from "./confirm-page";
import { RequestPage } from "./request-page";
import { beginTexts } from "./texts";

await beginTexts();

const router = createBrowserRouter([
  { path: "/start", element: <RequestPage /> },
  { path: "/start/confirm", element: <ConfirmPage /> },
]);

const root = document.getElementById("root");
if (root) {
  createRoot(root).render(
    <StrictMode>
      <I18nProvider i18n={i18n}>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </I18nProvider>
    </StrictMode>,
  );
}
