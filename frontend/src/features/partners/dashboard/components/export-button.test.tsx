import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { bookingsFile, type ReferredBooking } from "@/features/partners/shared/api";
import { saveFile } from "@/lib/save-file";
import { render } from "@/testing/render";
import { BookingsTable } from "./bookings-table";
import { ExportButton } from "./export-button";

const tenant = { timezone: "Asia/Tbilisi", locale: "en-GB" };
vi.mock("@/lib/site-config", () => ({ siteConfig: () => ({ tenant, locations: [] }) }));
vi.mock("@/features/partners/shared/api");
vi.mock("@/lib/save-file");

function booking(reference: string): ReferredBooking {
  return {
    bookingId: reference,
    reference,
    carType: "Subaru Forester",
    pickupLocation: "tbilisi",
    dropoffLocation: "batumi",
    bookingPrice: 436.5,
    commissionAmount: 87.3,
    commissionStatus: "unpaid",
    bookingTimestamp: "2026-06-10T21:30:00Z",
    rentalEndsAt: "2026-07-08T05:00:00Z",
    refusalReason: null,
  };
}

const newest = [booking("NEW-0001")];
const file = new Blob(["Date\r\n"]);

function renderButton(count: number) {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ExportButton count={count} />
    </QueryClientProvider>,
  );
}

beforeEach(() => {
  vi.mocked(bookingsFile).mockResolvedValue(file);
});
afterEach(() => {
  cleanup();
  vi.clearAllMocks();
});

it("hands over the server's file, named by the company's day", async () => {
  renderButton(2);
  await userEvent.click(screen.getByRole("button", { name: "Export CSV" }));
  await waitFor(() => expect(saveFile).toHaveBeenCalledOnce());
  const name = expect.stringMatching(/^affiliate-bookings-\d{4}-\d{2}-\d{2}\.csv$/);
  expect(saveFile).toHaveBeenCalledWith(file, name);
});

it("asks for nothing when there is no booking", async () => {
  renderButton(0);
  await userEvent.click(screen.getByRole("button", { name: "Export CSV" }));
  expect(bookingsFile).not.toHaveBeenCalled();
  expect(saveFile).not.toHaveBeenCalled();
});

it("makes no file when it does not arrive", async () => {
  vi.mocked(bookingsFile).mockRejectedValue(new TypeError("Failed to fetch"));
  renderButton(2);
  const button = screen.getByRole("button", { name: "Export CSV" });
  await userEvent.click(button);
  await waitFor(() => expect(button).toBeEnabled());
  expect(saveFile).not.toHaveBeenCalled();
});

it("says which of them the table lists", () => {
  const { rerender } = render(
    <BookingsTable bookings={newest} count={1234} currency="EUR" payableOn="completion" />,
  );
  expect(screen.getByText("The newest 1 of 1,234 bookings; the CSV has all.")).toBeVisible();
  rerender(<BookingsTable bookings={newest} count={1} currency="EUR" payableOn="completion" />);
  expect(screen.queryByText(/the CSV has all/)).toBeNull();
});
