import { queryOptions } from "@tanstack/react-query";
import type { components } from "@/api/schema.gen";
import { moneyKey } from "@/features/console/shared/money-panel/api";
import { api, bodyOf } from "@/lib/api";
import { ApiError } from "@/lib/errors";
import { keepSnapshot, readSnapshot } from "./store/database";

type YardDay = components["schemas"]["YardResponse"];
export type YardItem = components["schemas"]["YardItem"];
export type YardBooking = components["schemas"]["YardBooking"];
export type RecordBody = components["schemas"]["RecordRequest"];
type Me = components["schemas"]["MeResponse"];

/** A server response, or the last one cached on this phone. */
interface Kept<T> {
  value: T;
  /** When it was cached; null for a fresh response. */
  since: number | null;
}

/** A slower network counts as offline. */
const maxAnswerMilliseconds = 10_000;
const maxRecordMilliseconds = 30_000;
const maxPictureMilliseconds = 120_000;

async function keptOr<T>(name: string, ask: (signal: AbortSignal) => Promise<T>): Promise<Kept<T>> {
  try {
    const value = await ask(AbortSignal.timeout(maxAnswerMilliseconds));
    await keepSnapshot(name, value);
    return { value, since: null };
  } catch (error) {
    // A rejection is a response; only missing responses come from the cache.
    if (error instanceof ApiError && error.status < 500) throw error;
    const kept = await readSnapshot<T>(name);
    if (kept === null) throw error;
    return { value: kept.value, since: kept.at };
  }
}

export function whoAmI(): Promise<Kept<Me>> {
  return keptOr("me", (signal) => bodyOf(api.GET("/api/admin/me", { signal })));
}

/** The day with the data of each form, so that they open offline. */
export async function loadDay(): Promise<Kept<YardDay>> {
  const day = await keptOr("day", (signal) => bodyOf(api.GET("/api/admin/yard", { signal })));
  if (day.since === null) void keepForms(day.value);
  return day;
}

async function keepForms(day: YardDay): Promise<void> {
  for (const item of day.items.filter((each) => each.doneAt === null)) {
    await loadBooking(item.bookingId).catch(() => undefined);
  }
}

export function loadBooking(bookingId: string): Promise<Kept<YardBooking>> {
  return keptOr(
    `booking ${bookingId}`,
    async (signal) =>
      (
        await bodyOf(
          api.GET("/api/admin/yard/bookings/{booking_id}", {
            params: { path: { booking_id: bookingId } },
            signal,
          }),
        )
      ).booking,
  );
}

export function sendRecord(bookingId: string, body: RecordBody) {
  return bodyOf(
    api.POST("/api/admin/yard/bookings/{booking_id}/records", {
      params: { path: { booking_id: bookingId } },
      body,
      signal: AbortSignal.timeout(maxRecordMilliseconds),
    }),
  );
}

export type YardMoney = components["schemas"]["YardMoney"];

/** The amounts due for a booking. */
export const yardMoneyQuery = (bookingId: string) =>
  queryOptions({
    queryKey: [...moneyKey(bookingId), "yard"],
    queryFn: () =>
      bodyOf(
        api.GET("/api/admin/yard/bookings/{booking_id}/money", {
          params: { path: { booking_id: bookingId } },
        }),
      ),
    retry: false,
    staleTime: 0,
  });

export function takeYardPayment(
  bookingId: string,
  key: string,
  body: components["schemas"]["PaymentRequest"],
) {
  return bodyOf(
    api.POST("/api/admin/yard/bookings/{booking_id}/payments", {
      params: { path: { booking_id: bookingId }, header: { "Idempotency-Key": key } },
      body,
    }),
  );
}

export type Cost = components["schemas"]["CostOut"];

/** The possible costs of a return. */
export function previewCosts(bookingId: string, body: RecordBody) {
  return bodyOf(
    api.POST("/api/admin/yard/bookings/{booking_id}/costs", {
      params: { path: { booking_id: bookingId } },
      body,
    }),
  );
}

type PictureBody = components["schemas"]["PictureRequest"];

export function sendPicture(recordId: string, pictureId: string, body: PictureBody) {
  return bodyOf(
    api.PUT("/api/admin/yard/records/{record_id}/pictures/{picture_id}", {
      params: { path: { record_id: recordId, picture_id: pictureId } },
      body,
      signal: AbortSignal.timeout(maxPictureMilliseconds),
    }),
  );
}
