import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { render } from "@/testing/render";
import { testSite, testTenant } from "@/testing/site";
import type { BookingDetail } from "../api";
import type { DriverDocument } from "../documents";
import { DocumentsCard } from "./documents-card";
import { expiresBefore } from "./second-driver-card";

const licence: DriverDocument = {
  id: "f1",
  kind: "licence",
  driver: "main",
  source: "customer",
  isPdf: false,
  bytes: 1000,
  addedBy: null,
  createdAt: "2026-06-10T08:00:00Z",
};
const passport: DriverDocument = {
  ...licence,
  id: "f2",
  kind: "passport",
  driver: "second",
  source: "desk",
  isPdf: true,
  addedBy: "Nino",
};
const sent: { path: string; body: unknown }[] = [];
let documents: DriverDocument[];
let left: number;
let refuse: number | null;

beforeEach(() => {
  const config = { ...testSite(), tenant: testTenant };
  document.body.innerHTML = `<script id="site-config" type="application/json">${JSON.stringify(config)}</script>`;
  sent.length = 0;
  documents = [licence, passport];
  left = 18;
  refuse = null;
});
afterEach(() => vi.unstubAllGlobals());

function draw(status = "confirmed") {
  vi.stubGlobal("fetch", async (request: Request) => {
    if (request.method !== "GET") {
      sent.push({ path: new URL(request.url).pathname, body: await request.json() });
      if (refuse === sent.length)
        return Response.json({ success: false, error: "MediaUnavailable", message: "Full" }, { status: 503 });
    }
    return Response.json({ success: true, documents, deletedOn: "2026-10-06", left });
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <DocumentsCard booking={{ id: "b1", status } as BookingDetail} />
    </QueryClientProvider>,
  );
}

const pdf = (name: string, size = 10) => new File([new Uint8Array(size)], name, { type: "application/pdf" });

test("each document is named with its driver and source, and when all are deleted", async () => {
  draw();
  const link = await screen.findByRole("link", { name: /Driving licence, Main driver/ });
  expect(link.getAttribute("href")).toBe("/api/admin/bookings/b1/driver-documents/f1");
  expect(link.textContent).toContain("sent by the customer");
  expect(screen.getByRole("link", { name: /Passport, Second driver/ }).textContent).toContain("Nino");
  expect(screen.getByText(/Deleted on .*2026/)).toBeTruthy();
  expect(screen.getByLabelText("Take photo").getAttribute("capture")).toBe("environment");
});

test("pages are sent one by one; those before a failed one stay", async () => {
  refuse = 2;
  draw();
  fireEvent.change(await screen.findByLabelText("Document"), { target: { value: "passport" } });
  fireEvent.change(screen.getByLabelText("Driver"), { target: { value: "second" } });
  const files = [pdf("front.pdf"), pdf("back.pdf"), pdf("third.pdf")];
  fireEvent.change(screen.getByLabelText("Upload files"), { target: { files } });
  expect((await screen.findByRole("alert")).textContent).toContain("back.pdf");
  expect(sent.map(({ path }) => path)).toEqual(Array(2).fill("/api/admin/bookings/b1/driver-documents"));
  expect(sent[0]?.body).toMatchObject({ kind: "passport", driver: "second" });
});

test("what is too large or too much is not sent", async () => {
  left = 1;
  draw();
  const input = await screen.findByLabelText("Upload files");
  fireEvent.change(input, { target: { files: [pdf("large.pdf", 1_250_001)] } });
  expect((await screen.findByRole("alert")).textContent).toContain("large.pdf");
  fireEvent.change(input, { target: { files: [pdf("one.pdf"), pdf("two.pdf")] } });
  await waitFor(() => expect(screen.getByRole("alert").textContent).toContain("1 more"));
  expect(sent).toEqual([]);
});

test("a document is deleted with a reason", async () => {
  draw();
  fireEvent.click(await screen.findByRole("button", { name: "Delete: Passport, Second driver" }));
  const confirm = await screen.findByRole("button", { name: "Delete document" });
  expect((confirm as HTMLButtonElement).disabled).toBe(true);
  fireEvent.change(screen.getByLabelText("Reason"), { target: { value: "Blurred" } });
  fireEvent.click(confirm);
  const path = "/api/admin/bookings/b1/driver-documents/f2/deletion";
  await waitFor(() => expect(sent).toEqual([{ path, body: { reason: "Blurred" } }]));
});

test("a finished booking shows its documents and takes none", async () => {
  draw("completed");
  await screen.findByRole("link", { name: /Driving licence/ });
  expect(screen.queryByLabelText("Take photo")).toBeNull();
});

test("a licence has to be valid on the day of the return in the company's zone", () => {
  const returnAt = "2026-07-07T21:00:00Z";
  expect(expiresBefore("2026-07-07", returnAt, "Asia/Tbilisi")).toBe(true);
  expect(expiresBefore("2026-07-07", returnAt, "Europe/Zurich")).toBe(false);
  expect(expiresBefore(null, returnAt, "Europe/Zurich")).toBe(false);
});
