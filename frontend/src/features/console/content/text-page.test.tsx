import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { MemoryRouter, Route, Routes } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { render } from "@/testing/render";
import { testTenant } from "@/testing/site";
import { Component } from "./text-page";

beforeEach(() => {
  document.body.innerHTML = `<script id="site-config" type="application/json">${JSON.stringify({ tenant: testTenant })}</script>`;
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

class NoObserver {
  observe() {}
  disconnect() {}
}

test("a saved text stays on the part that was being written", async () => {
  vi.stubGlobal("ResizeObserver", NoObserver);
  let title = "Car rental";
  let revision = 1;
  vi.stubGlobal("fetch", async (request: Request) => {
    if (request.url.endsWith("/api/admin/content")) {
      const texts = [
        { kind: "seo", titles: { en: "" }, waits: revision > 1, published: null, changed: null },
      ];
      return Response.json({ success: true, languages: ["en"], texts, placeholders: [] });
    }
    if (request.method === "PATCH") {
      const { parts } = (await request.json()) as { parts: { siteName: string } };
      title = parts.siteName;
      revision += 1;
    }
    const bodies = { en: { siteName: title, pages: [] } };
    return Response.json({ kind: "seo", revision, waits: revision > 1, bodies, versions: [], changed: null });
  });
  render(
    <MemoryRouter initialEntries={["/admin/content/seo"]}>
      <QueryClientProvider client={new QueryClient()}>
        <Routes>
          <Route path="/admin/content/:kind" element={<Component />} />
        </Routes>
      </QueryClientProvider>
    </MemoryRouter>,
  );
  fireEvent.click(await screen.findByRole("button", { name: "Business" }));
  fireEvent.change(screen.getByLabelText("Name of the site"), { target: { value: "Car hire" } });
  fireEvent.click(screen.getByRole("button", { name: "Save draft" }));
  await waitFor(() => expect(screen.getByText(/Saved, not yet published/)).toBeTruthy());
  // What is asked for after the saving has come too.
  await new Promise((done) => setTimeout(done, 50));
  expect(screen.getByRole("button", { name: "Business" }).getAttribute("aria-pressed")).toBe("true");
  expect(screen.getByLabelText<HTMLInputElement>("Name of the site").value).toBe("Car hire");
});
