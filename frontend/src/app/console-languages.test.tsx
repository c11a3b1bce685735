import { i18n } from "@lingui/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { LanguagePanel } from "@/features/console/account/components/language-panel";
import { Component as Shell } from "@/features/console/shell/page";
import { Component as SignIn } from "@/features/console/sign-in/page";
import { rememberedLanguage } from "@/lib/i18n";
import { render } from "@/testing/render";
import { rightsOf } from "@/testing/rights";
import { testTenant } from "@/testing/site";
import { translate } from "@/testing/translations";

vi.mock("@/lib/site-config", () => ({
  siteConfig: () => ({ tenant: testTenant, brand: { logo: "/logo.svg", ridge: "/ridge.svg" } }),
}));

translate("ru", [
  ["Sign in", "Войти"],
  ["Sign in to {name}", "Вход в {name}"],
  ["Password", "Пароль"],
  ["Email", "Почта"],
  ["Password is required", "Введите пароль"],
  ["Bookings", "Бронирования"],
  ["Language", "Язык"],
]);

const stored = vi.fn();
let language: string | null;
let refusal: Response | undefined;

beforeEach(() => {
  language = null;
  refusal = undefined;
  stored.mockReset();
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  vi.stubGlobal("fetch", async (request: Request) => {
    if (request.method !== "PUT") {
      const admin = {
        email: "nino@example.com",
        name: "Nino",
        role: "owner",
        rights: rightsOf("owner"),
        language,
      };
      return Response.json({ success: true, admin, tenant: testTenant });
    }
    stored(new URL(request.url).pathname, await request.json());
    return refusal ?? Response.json({ success: true });
  });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  window.localStorage.clear();
  i18n.activate("en");
});

function open(address: string) {
  const routes = [
    { path: "/admin/login", element: <SignIn /> },
    {
      path: "/admin",
      element: <Shell />,
      children: [
        { path: "bookings", element: <p>Here they are</p> },
        { path: "account", element: <LanguagePanel /> },
      ],
    },
  ];
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={createMemoryRouter(routes, { initialEntries: [address] })} />
    </QueryClientProvider>,
  );
  return userEvent.setup();
}

it("changes the sign-in page at once, keeps what was typed, and is remembered on the device", async () => {
  const user = open("/admin/login");
  await user.type(screen.getByLabelText("Email"), "nino@example.com");
  await user.click(screen.getByRole("button", { name: "Русский" }));
  expect(await screen.findByRole("heading", { name: "Вход в Abano Georgia" })).toBeVisible();
  expect(screen.getByLabelText("Почта")).toHaveValue("nino@example.com");
  expect(document.documentElement.lang).toBe("ru");
  expect(document.title).toBe("Войти · Abano Georgia");
  expect(rememberedLanguage()).toBe("ru");
  await user.click(screen.getByRole("button", { name: "Войти" }));
  expect(await screen.findByText("Введите пароль")).toBeVisible();
  expect(stored).not.toHaveBeenCalled();
});

it("names each language by its own name", () => {
  open("/admin/login");
  const names = screen.getAllByRole("button", { pressed: false }).map((button) => button.textContent);
  expect(names).toEqual(expect.arrayContaining(["Deutsch", "ქართული", "Русский"]));
  expect(screen.getByRole("button", { pressed: true })).toHaveTextContent("English");
});

it("shows the console in the signed-in admin's language", async () => {
  language = "ru";
  open("/admin/bookings");
  expect(await screen.findByText("Here they are")).toBeVisible();
  expect(screen.getByRole("link", { name: "Бронирования" })).toBeVisible();
  expect(document.title).toBe("Бронирования · Abano Georgia");
});

it("leaves the console as it is for a user who chose nothing", async () => {
  open("/admin/bookings");
  expect(await screen.findByRole("link", { name: "Bookings" })).toBeVisible();
  expect(rememberedLanguage()).toBeNull();
});

it("stores the choice under the account, and changes the frame with the page", async () => {
  const user = open("/admin/account");
  await user.click(await screen.findByRole("radio", { name: "Русский" }));
  expect(await screen.findByRole("heading", { name: "Язык" })).toBeVisible();
  expect(screen.getByRole("link", { name: "Бронирования" })).toBeVisible();
  await expect.poll(() => stored.mock.calls).toEqual([["/api/admin/account/language", { language: "ru" }]]);
});

it("keeps the language though the server could not store it", async () => {
  refusal = Response.json({ success: false, error: "Unavailable", message: "Not now." }, { status: 503 });
  const user = open("/admin/account");
  await user.click(await screen.findByRole("radio", { name: "Русский" }));
  await expect.poll(() => stored.mock.calls.length).toBe(1);
  expect(screen.getByRole("radio", { name: "Русский" })).toBeChecked();
  expect(rememberedLanguage()).toBe("ru");
});
