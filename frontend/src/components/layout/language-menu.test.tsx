import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, it } from "vitest";
import { prefixOf, rememberedSiteLanguage, routeOf } from "@/lib/languages";
import { provideSiteConfig, type SiteConfig } from "@/lib/site-config";
import { restoredMark } from "@/lib/visitors-query";
import { render } from "@/testing/render";
import { testTenant } from "@/testing/site";
import { LanguageList } from "./language-links";
import { LanguageMenu } from "./language-menu";
import { LanguageOffer } from "./language-offer";

const address = "/booking?pickup=tbilisi&gclid=abc_1#cars";

function speak(languages: string[], language: string) {
  const tenant = {
    ...testTenant,
    languages,
    language,
    pathPrefix: language === languages[0] ? "" : `/${language}`,
  };
  provideSiteConfig({ tenant } as unknown as SiteConfig);
}

function draw(element: React.ReactElement) {
  return render(<MemoryRouter initialEntries={[address]}>{element}</MemoryRouter>);
}

beforeEach(() => {
  window.localStorage.clear();
  window.history.replaceState(null, "");
  speak(["en", "ka", "ru"], "en");
});

it("leads to the same path, query and hash in each language, by its own name", async () => {
  draw(<LanguageMenu />);
  await userEvent.click(screen.getByText("English", { selector: "summary span" }));
  const link = (name: string) => screen.getByRole("link", { name });
  expect(link("English")).toHaveAttribute("href", address);
  expect(link("English")).toHaveAttribute("aria-current", "true");
  expect(link("ქართული")).toHaveAttribute("href", `/ka${address}`);
  expect(link("ქართული")).toHaveAttribute("lang", "ka");
  expect(link("Русский")).toHaveAttribute("href", `/ru${address}`);
});

it("closes by Escape, and gives the focus back", async () => {
  const { container } = draw(<LanguageMenu />);
  const menu = container.querySelector("details");
  await userEvent.click(screen.getByText("English", { selector: "summary span" }));
  expect(menu).toHaveAttribute("open");
  await userEvent.tab();
  await userEvent.keyboard("{Escape}");
  expect(menu).not.toHaveAttribute("open");
  expect(document.activeElement).toBe(container.querySelector("summary"));
});

it("takes no click id along that this site itself put into the address", () => {
  window.history.replaceState({ [restoredMark]: true }, "");
  draw(<LanguageList className="" itemClass="" />);
  expect(screen.getByRole("link", { name: "Русский" })).toHaveAttribute(
    "href",
    "/ru/booking?pickup=tbilisi#cars",
  );
});

it("is not there where a company speaks one language", () => {
  speak(["en"], "en");
  const { container } = draw(<LanguageMenu />);
  expect(container).toBeEmptyDOMElement();
});

it("remembers what was chosen, and offers it elsewhere until the visitor stays", async () => {
  // No page to go to here: only that the choice is kept.
  document.addEventListener("click", (event) => event.preventDefault(), { once: true });
  draw(<LanguageList className="" itemClass="" />);
  await userEvent.click(screen.getByRole("link", { name: "ქართული" }));
  expect(rememberedSiteLanguage()).toBe("ka");
  cleanup();

  draw(<LanguageOffer />);
  const offer = await screen.findByRole("link");
  expect(offer).toHaveAttribute("href", `/ka${address}`);
  expect(offer.closest("section")).toHaveAttribute("lang", "ka");
  await userEvent.click(screen.getByRole("button"));
  expect(screen.queryByRole("link")).toBeNull();
  expect(rememberedSiteLanguage()).toBe("en");
});

it("offers nothing in the remembered language itself, nor one that the company does not speak", () => {
  window.localStorage.setItem("abano_language", "en");
  expect(draw(<LanguageOffer />).container).toBeEmptyDOMElement();
  window.localStorage.setItem("abano_language", "fr");
  expect(draw(<LanguageOffer />).container).toBeEmptyDOMElement();
});

it.each([
  ["/", "/"],
  ["/ka", "/"],
  ["/ka/", "/"],
  ["/KA/booking", "/booking"],
  ["/kaukasus", "/kaukasus"],
  ["/en/booking", "/booking"],
  ["/de/booking", "/de/booking"],
])("the route of %s is %s", (pathname, route) => {
  expect(routeOf(pathname)).toBe(route);
});

it("gives the first language no prefix", () => {
  expect(["en", "ka", "ru"].map(prefixOf)).toEqual(["", "/ka", "/ru"]);
});
