import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { type RenderOptions, type RenderResult, render as renderBare } from "@testing-library/react";
import type { ReactElement, ReactNode } from "react";

function Frame({ children }: { children: ReactNode }) {
  return <I18nProvider i18n={i18n}>{children}</I18nProvider>;
}

/** Draws what the product draws within its frame, which knows the language. */
export function render(element: ReactElement, options?: Omit<RenderOptions, "wrapper">): RenderResult {
  return renderBare(element, { ...options, wrapper: Frame });
}
