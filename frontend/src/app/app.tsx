import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { RouterProvider } from "react-router";
import { Toaster } from "@/components/ui/toaster";
import type { Router } from "./router";

export function App({ router }: { router: Router }) {
  return (
    <I18nProvider i18n={i18n}>
      <RouterProvider router={router} />
      <Toaster />
    </I18nProvider>
  );
}
