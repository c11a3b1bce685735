import { i18n, type Messages } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { paths } from "@/config/paths";
import { beginWith, loadCatalogues, productLanguages } from "@/lib/i18n";
import { provideSiteConfig } from "@/lib/site-config";
import { BookingFirstScreen } from "./booking";
import { CarFirstScreen } from "./car";
import { GuideFirstScreen } from "./guide";
import { HomeFirstScreen } from "./home";
import { PlaceFirstScreen } from "./place";
import { placeholders } from "./placeholders";

const texts = import.meta.glob<{ messages: Messages }>("../../locales/*/first-screens.po");
// React preloads images; the server writes its own preload links.
const preloads = /<link rel="preload"[^>]*>/g;
// Which language a company speaks first, only the server knows.
const home = /href="\/"/g;
// So that no one takes the picture of a field for the field itself.
const names = / (id|for|name)="[^"]*"/g;

/** Templates of what pages show before their scripts have come, by language and path. */
export async function renderFirstScreens(): Promise<Record<string, Record<string, string>>> {
  provideSiteConfig(placeholders);
  const rendered: Record<string, Record<string, string>> = {};
  for (const language of productLanguages) {
    beginWith(language);
    await loadCatalogues("site", "booking", "choosing");
    const own = await texts[`../../locales/${language}/first-screens.po`]?.();
    i18n.load(language, own?.messages ?? {});
    rendered[language] = {
      [paths.home]: draw(paths.home, <HomeFirstScreen />),
      [paths.booking]: draw(paths.booking, <BookingFirstScreen />),
      [paths.car]: draw(paths.car, <CarFirstScreen />),
      [paths.place]: draw(paths.place, <PlaceFirstScreen />),
      [paths.guide]: draw(paths.guide, <GuideFirstScreen />),
      [paths.ownPage]: draw(paths.ownPage, <GuideFirstScreen />),
    };
  }
  return rendered;
}

function draw(path: string, screen: ReactElement): string {
  const html = renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <MemoryRouter initialEntries={[path]}>{screen}</MemoryRouter>
    </I18nProvider>,
  );
  return html.replace(preloads, "").replace(names, "").replace(home, `href="{{ tenant.pathPrefix }}/"`);
}
