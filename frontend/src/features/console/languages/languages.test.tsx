import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { render } from "@/testing/render";
import { type CompanyLanguages, languagesKey } from "./company-languages";
import { Component } from "./page";

const whole = { written: 80, total: 80 };
const kinds = ["landing", "seo", "terms-of-service"];
let stored: CompanyLanguages;
let sent: unknown[];

beforeEach(() => {
  sent = [];
  stored = {
    success: true,
    languages: ["en", "ka", "ru"],
    teamLanguage: null,
    documents: [
      { kind: "landing", title: null },
      { kind: "seo", title: null },
      { kind: "terms-of-service", title: "Rental terms" },
    ],
    offered: [
      { language: "en", documents: kinds, catalogue: whole, quiz: { written: 30, total: 30 } },
      { language: "ka", documents: kinds, catalogue: whole, quiz: { written: 30, total: 30 } },
      { language: "ru", documents: ["landing", "seo"], catalogue: { written: 12, total: 80 }, quiz: null },
      {
        language: "de",
        documents: [],
        catalogue: { written: 0, total: 80 },
        quiz: { written: 0, total: 30 },
      },
    ],
  };
  vi.stubGlobal("fetch", async (request: Request) => {
    if (request.method === "PUT") {
      const body = await request.json();
      sent.push(body);
      stored = { ...stored, ...body };
    }
    return Response.json(stored);
  });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function open() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  client.setQueryData(languagesKey, stored);
  render(
    <QueryClientProvider client={client}>
      <Component />
    </QueryClientProvider>,
  );
  await screen.findByRole("heading", { name: "Your site" });
  return userEvent.setup();
}

const row = (name: string) =>
  within(screen.getByText(name, { selector: "li span" }).closest("li") as HTMLElement);
const shown = () => screen.getAllByRole("checkbox").map((box) => box.getAttribute("aria-label"));

test("each language says what is written in it, and leads to its site", async () => {
  await open();
  expect(row("ქართული").getByText("Everything is written in it.")).toBeVisible();
  expect(row("Русский").getByText("12 of 80 texts")).toBeVisible();
  expect(row("Русский").getByText("1 is missing")).toBeVisible();
  expect(row("Русский").getByText("Rental terms")).toBeVisible();
  expect(row("Deutsch").getByText("none")).toBeVisible();
  expect(row("Русский").getByRole("link")).toHaveAttribute("href", "/ru/");
  expect(row("English").getByRole("link")).toHaveAttribute("href", "/");
  expect(row("Deutsch").queryByRole("link")).toBeNull();
  expect(row("English").queryByRole("checkbox")).toBeNull();
});

test("a language is moved by the keyboard, which stays where it was; nothing takes the first one's place", async () => {
  const user = await open();
  const down = screen.getByRole("button", { name: "Move ქართული down" });
  down.focus();
  await user.keyboard("{Enter}");
  await expect.poll(shown).toEqual(["Русский on your site", "ქართული on your site", "Deutsch on your site"]);
  expect(screen.getByRole("button", { name: "Move ქართული down" })).toHaveFocus();
  expect(screen.getByRole("button", { name: "Move Русский up" })).toHaveAttribute("aria-disabled", "true");
  await user.click(screen.getByRole("button", { name: "Move Русский up" }));
  expect(sent).toEqual([{ languages: ["en", "ru", "ka"], teamLanguage: null }]);
});

test("a language comes at once, and goes when that is confirmed", async () => {
  const user = await open();
  await user.click(screen.getByRole("checkbox", { name: "Deutsch on your site" }));
  await expect.poll(() => sent).toEqual([{ languages: ["en", "ka", "ru", "de"], teamLanguage: null }]);
  await user.click(screen.getByRole("checkbox", { name: "Русский on your site" }));
  const dialog = within(screen.getByRole("alertdialog", { name: "Remove Русский from your site?" }));
  expect(dialog.getByText(/Pages under \/ru\/ will no longer be found/)).toBeVisible();
  expect(sent).toHaveLength(1);
  await user.click(dialog.getByRole("button", { name: "Remove Русский" }));
  await expect.poll(() => sent[1]).toEqual({ languages: ["en", "ka", "de"], teamLanguage: null });
});

test("the team may have its own language, and may have that of the site again", async () => {
  const user = await open();
  const select = screen.getByRole("combobox", { name: "Language of messages" });
  await user.selectOptions(select, "de");
  await expect.poll(() => sent).toEqual([{ languages: ["en", "ka", "ru"], teamLanguage: "de" }]);
  await expect.poll(() => (select as HTMLSelectElement).value).toBe("de");
  await user.selectOptions(select, "Same as site: English");
  await expect.poll(() => sent[1]).toEqual({ languages: ["en", "ka", "ru"], teamLanguage: null });
});

test("two quick choices are sent one after the other, and nothing between them takes the second one back", async () => {
  const answers: (() => void)[] = [];
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    asked.push(request.method);
    if (request.method === "PUT") {
      const body = await request.json();
      await new Promise<boolean>((resolve) => answers.push(() => resolve(true)));
      sent.push(body);
      stored = { ...stored, ...body };
    }
    return Response.json(stored);
  });
  const user = await open();
  await user.click(screen.getByRole("checkbox", { name: "Deutsch on your site" }));
  await user.click(screen.getByRole("button", { name: "Move Deutsch up" }));
  expect(asked.filter((method) => method === "PUT")).toHaveLength(1);
  answers.shift()?.();
  await expect.poll(() => answers).toHaveLength(1);
  // What was fetched when the page opened, and nothing since.
  expect(asked).toEqual(["GET", "PUT", "PUT"]);
  expect(shown()).toEqual(["ქართული on your site", "Deutsch on your site", "Русский on your site"]);
  answers.shift()?.();
  await expect.poll(() => asked).toEqual(["GET", "PUT", "PUT", "GET"]);
  expect(sent.at(-1)).toEqual({ languages: ["en", "ka", "de", "ru"], teamLanguage: null });
  expect(screen.getByRole("button", { name: "Move Deutsch up" })).toHaveFocus();
});
