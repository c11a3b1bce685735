import { cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { everyBooking, type ReferredBooking } from "@/features/partners/shared/api";
import { download } from "../csv";
import { BookingsTable } from "./bookings-table";
import { ExportButton } from "./export-button";

const tenant = { timezone: "Asia/Tbilisi", locale: "en-GB" };
vi.mock("@/lib/site-config", () => ({ siteConfig: () => ({ tenant, locations: [] }) }));
vi.mock("@/features/partners/shared/api");
vi.mock("../csv", async (original) => ({
  ...(await original<typeof import("../csv")>()),
  download: vi.fn(),
}));

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
const every = [...newest, booking("OLD-0002")];

beforeEach(() => {
  vi.mocked(everyBooking).mockResolvedValue(every);
});
afterEach(() => {
  cleanup();
  vi.clearAllMocks();
});

async function exported(): Promise<string> {
  await userEvent.click(screen.getByRole("button", { name: "Export CSV" }));
  await waitFor(() => expect(download).toHaveBeenCalledOnce());
  return vi.mocked(download).mock.calls[0]?.[0] ?? "";
}

it("writes the bookings that are not listed into the file, too", async () => {
  render(<ExportButton bookings={newest} count={2} />);
  expect(await exported()).toMatch(/NEW-0001.*\r\n.*OLD-0002/);
});

it("asks for nothing more when all are there", async () => {
  render(<ExportButton bookings={every} count={2} />);
  expect(await exported()).toContain("OLD-0002");
  expect(everyBooking).not.toHaveBeenCalled();
});

it("makes no file when the others do not arrive", async () => {
  vi.spyOn(console, "warn").mockReturnValue();
  vi.mocked(everyBooking).mockRejectedValue(new TypeError("Failed to fetch"));
  render(<ExportButton bookings={newest} count={2} />);
  const button = screen.getByRole("button", { name: "Export CSV" });
  await userEvent.click(button);
  await waitFor(() => expect(button).toBeEnabled());
  expect(download).not.toHaveBeenCalled();
});

it("says which of them the table lists", () => {
  const { rerender } = render(
    <BookingsTable bookings={newest} count={1234} currency="EUR" payableOn="completion" />,
  );
  expect(screen.getByText("The newest 1 of 1,234 bookings; the CSV has all.")).toBeVisible();
  rerender(<BookingsTable bookings={newest} count={1} currency="EUR" payableOn="completion" />);
  expect(screen.queryByText(/the CSV has all/)).toBeNull();
});
