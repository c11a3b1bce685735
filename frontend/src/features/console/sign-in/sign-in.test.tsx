import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { render } from "@/testing/render";
import { testTenant } from "@/testing/site";
import { Component } from "./page";

vi.mock("@/lib/site-config", () => ({
  siteConfig: () => ({ tenant: testTenant, brand: { logo: "/logo.svg", ridge: "/ridge.svg" } }),
}));

type Asked = { path: string; body: unknown };
const asked: Asked[] = [];
let answers: Record<string, () => Response>;
const refused = (error: string, message: string) =>
  Response.json({ success: false, error, message }, { status: 401 });

beforeEach(() => {
  asked.length = 0;
  answers = {
    "/api/admin/login": () => Response.json({ success: true, challenge: null }),
    "/api/admin/login/code": () => Response.json({ success: true }),
  };
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  vi.stubGlobal("fetch", async (request: Request) => {
    const path = new URL(request.url).pathname;
    asked.push({ path, body: await request.json() });
    return answers[path]?.();
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function open(address = "/admin/login?from=/admin/bookings") {
  const routes = [
    { path: "/admin/login", element: <Component /> },
    { path: "/admin/bookings", element: <p>The bookings</p> },
    { path: "/admin", element: <p>The console</p> },
  ];
  const router = createMemoryRouter(routes, { initialEntries: [address] });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return userEvent.setup();
}

async function enterPassword(user: ReturnType<typeof userEvent.setup>) {
  await user.type(screen.getByLabelText("Email"), "nino@example.com");
  await user.type(screen.getByLabelText("Password"), "a password of mine");
  await user.click(screen.getByRole("button", { name: "Sign in" }));
}

it("asks for both fields before it asks the server", async () => {
  const user = open();
  await user.click(screen.getByRole("button", { name: "Sign in" }));
  expect(await screen.findByText("Please enter a valid email address")).toBeVisible();
  expect(screen.getByText("Password is required")).toBeVisible();
  expect(asked).toEqual([]);
});

it("leads to the page that was wanted", async () => {
  const user = open();
  await enterPassword(user);
  expect(await screen.findByText("The bookings")).toBeVisible();
});

it.each(["https://elsewhere.example", "//elsewhere.example", "/administration"])(
  "leads nowhere but into the console for %s",
  async (from) => {
    const user = open(`/admin/login?from=${encodeURIComponent(from)}`);
    await enterPassword(user);
    expect(await screen.findByText("The console")).toBeVisible();
  },
);

it("says why a sign-in was refused, and lets one try again", async () => {
  answers["/api/admin/login"] = () => refused("SignInFailed", "Invalid email or password");
  const user = open();
  await enterPassword(user);
  expect(await screen.findByRole("alert")).toHaveTextContent("Invalid email or password");
  answers["/api/admin/login"] = () => Response.json({ success: true, challenge: null });
  await user.click(screen.getByRole("button", { name: "Sign in" }));
  expect(await screen.findByText("The bookings")).toBeVisible();
});

it("asks for a code where there is a second factor; a wrong one is reported and its field emptied", async () => {
  answers["/api/admin/login"] = () => Response.json({ success: true, challenge: "c1" });
  answers["/api/admin/login/code"] = () => refused("CodeRefused", "That code is not valid.");
  const user = open();
  await enterPassword(user);
  const code = await screen.findByLabelText("Authenticator code");
  await user.type(code, "123456");
  await user.click(screen.getByRole("button", { name: "Sign in" }));
  expect(await screen.findByRole("alert")).toHaveTextContent("That code is not valid.");
  expect(code).toHaveValue("");
  answers["/api/admin/login/code"] = () => Response.json({ success: true });
  await user.type(code, "654321");
  await user.click(screen.getByRole("button", { name: "Sign in" }));
  expect(await screen.findByText("The bookings")).toBeVisible();
  expect(asked.at(-1)?.body).toEqual({ challenge: "c1", code: "654321" });
});

it("goes back to the password, with the reason, when the code came too late", async () => {
  answers["/api/admin/login"] = () => Response.json({ success: true, challenge: "c1" });
  answers["/api/admin/login/code"] = () =>
    refused("SignInExpired", "That took too long. Please sign in again.");
  const user = open();
  await enterPassword(user);
  await user.type(await screen.findByLabelText("Authenticator code"), "123456");
  await user.click(screen.getByRole("button", { name: "Sign in" }));
  expect(await screen.findByLabelText("Password")).toBeVisible();
  expect(screen.getByRole("alert")).toHaveTextContent("That took too long. Please sign in again.");
});
