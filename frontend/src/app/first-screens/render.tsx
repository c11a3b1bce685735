import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { paths } from "@/config/paths";
import { provideSiteConfig } from "@/lib/site-config";
import { BookingFirstScreen } from "./booking";
import { HomeFirstScreen } from "./home";
import { placeholders } from "./placeholders";

// React asks for pictures ahead of time; the server writes such links into the head by itself.
const preloads = /<link rel="preload"[^>]*>/g;
// So that nobody takes the picture of a field for the field itself.
const names = / (id|for|name)="[^"]*"/g;

/** Templates of what pages show before their scripts have come, by path. */
export function renderFirstScreens(): Record<string, string> {
  provideSiteConfig(placeholders);
  const screens: [path: string, screen: ReactElement][] = [
    [paths.home, <HomeFirstScreen key="home" />],
    [paths.booking, <BookingFirstScreen key="booking" />],
  ];
  const rendered = screens.map(([path, screen]) => {
    const html = renderToStaticMarkup(<MemoryRouter initialEntries={[path]}>{screen}</MemoryRouter>);
    return [path, html.replace(preloads, "").replace(names, "")];
  });
  return Object.fromEntries(rendered);
}
