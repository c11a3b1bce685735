import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { components } from "@/api/schema.gen";
import { api, bodyOf } from "@/lib/api";
import { loadServerMessages } from "@/lib/server-messages";
import { asQuery, type Filters } from "./rules/filters";

export type Booking = components["schemas"]["BookingSummary"];
export type BookingDetail = components["schemas"]["BookingDetail"];
export type Status = Booking["status"];
export type Transition = BookingDetail["transitions"][number];
export type Question = Transition["questions"][number];
export type QuestionCode = Question["code"];
export type StepBack = NonNullable<BookingDetail["stepBack"]>;
export type Happening = BookingDetail["history"][number];

const pollMilliseconds = 5000;
export const listKey = "/api/admin/bookings";

/** Pages of bookings, newest first, polled for new ones. */
export function bookingsQuery(filters: Filters) {
  const query = asQuery(filters);
  return infiniteQueryOptions({
    queryKey: [listKey, query],
    queryFn: ({ pageParam }) =>
      bodyOf(
        api.GET("/api/admin/bookings", {
          params: { query: { ...query, ...(pageParam ? { cursor: pageParam } : {}) } },
        }),
      ),
    initialPageParam: "",
    getNextPageParam: (page) => page.nextCursor,
    refetchInterval: pollMilliseconds,
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
}

export const filterChoicesQuery = queryOptions({
  queryKey: [listKey, "filters"],
  queryFn: () => bodyOf(api.GET("/api/admin/bookings/filters")),
  staleTime: 60_000,
});

export function bookingQuery(id: string) {
  return queryOptions({
    queryKey: ["/api/admin/bookings/{booking_id}", id],
    queryFn: async () => {
      const call = api.GET("/api/admin/bookings/{booking_id}", { params: { path: { booking_id: id } } });
      // Its questions and notes are sentences of the server.
      const [booking] = await Promise.all([bodyOf(call), loadServerMessages()]);
      return booking;
    },
    refetchInterval: pollMilliseconds,
    staleTime: 0,
  });
}

export type Assignment = components["schemas"]["AssignmentOut"];
const assignmentKey = "/api/admin/bookings/{booking_id}/assignment";

/** Which vehicle the booking has, or what confirming it would do. Asked again when the booking has changed. */
export function assignmentQuery({ id, status, updatedAt }: BookingDetail) {
  return queryOptions({
    queryKey: [assignmentKey, id, status, updatedAt],
    queryFn: async () =>
      (await bodyOf(api.GET(assignmentKey, { params: { path: { booking_id: id } } }))).assignment,
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
}

export function giveVehicle(bookingId: string, fromVehicleId: string | null, toVehicleId: string) {
  const body = { bookingId, fromVehicleId, toVehicleId, acceptOtherCar: false };
  return api.POST("/api/admin/calendar/moves", { body });
}

/** The query key of a booking's assignments, in any state. */
export function assignmentsOf(bookingId: string) {
  return [assignmentKey, bookingId];
}

const assigneesKey = (bookingId: string) => ["/api/admin/bookings", bookingId, "assignees"];

/** Who brings the vehicle and who takes it back, and who may be chosen. */
export const assigneesQuery = (bookingId: string) =>
  queryOptions({
    queryKey: assigneesKey(bookingId),
    queryFn: () =>
      bodyOf(
        api.GET("/api/admin/bookings/{booking_id}/assignees", {
          params: { path: { booking_id: bookingId } },
        }),
      ),
    staleTime: 0,
  });

export function assignStaff(bookingId: string, kind: "handover" | "return", adminId: string | null) {
  return api.PUT("/api/admin/bookings/{booking_id}/assignees", {
    params: { path: { booking_id: bookingId } },
    body: { kind, adminId },
  });
}
