import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { render } from "@/testing/render";
import { type Content, type Text, textQuery } from "./api";
import { Editor } from "./components/editor";

vi.mock("./components/preview", () => ({ Preview: () => null }));
vi.mock("@/lib/site-config", () => ({
  siteConfig: () => ({ tenant: { pathPrefix: "", timezone: "Asia/Tbilisi", languages: ["en", "de"] } }),
}));

type Bodies = Record<string, { siteName: string; pages: [] }>;

let stored: { bodies: Bodies; revision: number };
let sent: unknown[];
let refused: string | null;

const textOf = () =>
  ({
    kind: "seo",
    waits: stored.revision > 1,
    versions: [],
    unchecked: {},
    changed: { by: "Nino", at: "2026-11-01T08:00:00Z" },
    ...structuredClone(stored),
  }) as unknown as Text;

beforeEach(() => {
  const body = (siteName: string) => ({ siteName, pages: [] as [] });
  stored = { bodies: { en: body("Car rental"), de: body("Autovermietung") }, revision: 1 };
  sent = [];
  refused = null;
  vi.stubGlobal("fetch", async (request: Request) => {
    if (request.method !== "PATCH") return Response.json(textOf());
    const { language, revision, parts } = await request.json();
    sent.push({ language, parts });
    const fields = [{ field: "parts.siteName", message: "Too long" }];
    if (language === refused)
      return Response.json({ success: false, error: "InvalidInput", message: "No", fields }, { status: 422 });
    if (revision !== stored.revision) {
      const details = { by: "Nino", at: "2026-11-01T08:00:00Z", revision: stored.revision };
      return Response.json(
        { success: false, error: "TextChangedMeanwhile", message: "Changed", details },
        { status: 409 },
      );
    }
    stored.bodies[language] = { ...stored.bodies[language], ...parts };
    stored.revision += 1;
    return Response.json(textOf());
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Page() {
  const { data } = useQuery(textQuery("seo"));
  const content = { languages: ["en", "de"], texts: [], placeholders: [] } as unknown as Content;
  return data ? <Editor text={data} content={content} /> : null;
}

async function open() {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Page />
    </QueryClientProvider>,
  );
  fireEvent.click(await screen.findByRole("button", { name: "Business" }));
}

const name = () => screen.getByLabelText<HTMLInputElement>("Name of the site");
const type = (value: string) => fireEvent.change(name(), { target: { value } });
const press = (label: string) => fireEvent.click(screen.getByRole("button", { name: label }));
const speak = (language: string) => fireEvent.click(screen.getByText(language));

test("of two languages the one that was saved is not sent again when the other is refused", async () => {
  await open();
  type("Car hire");
  speak("Deutsch");
  type("Mietwagen");
  speak("English");
  refused = "de";
  press("Save draft");
  await waitFor(() => expect(name().value).toBe("Mietwagen"));
  expect(name().getAttribute("aria-invalid")).toBe("true");
  refused = null;
  type("Mietwagen!");
  press("Save draft");
  await waitFor(() => expect(stored.bodies.de?.siteName).toBe("Mietwagen!"));
  expect(sent).toEqual([
    { language: "en", parts: { siteName: "Car hire" } },
    { language: "de", parts: { siteName: "Mietwagen" } },
    { language: "de", parts: { siteName: "Mietwagen!" } },
  ]);
});

test("a part that a colleague changed in the meantime is a conflict to resolve", async () => {
  await open();
  type("Car hire");
  stored = { bodies: { ...stored.bodies, en: { siteName: "Cars", pages: [] } }, revision: 4 };
  press("Save draft");
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getByText("Nino saved first")).toBeTruthy();
  fireEvent.click(dialog.getByRole("radio", { name: "Nino: Cars" }));
  fireEvent.click(dialog.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(name().value).toBe("Cars"));
  expect(screen.queryByRole("dialog")).toBeNull();
});
