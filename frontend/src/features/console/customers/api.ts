import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { components } from "@/api/schema.gen";
import { api, bodyOf } from "@/lib/api";
import { asQuery, type Filters } from "./rules/filters";

type Schemas = components["schemas"];
export type Customer = Schemas["CustomerSummary"];
export type CustomerDetail = Schemas["CustomerDetail"];
export type CustomerBooking = Schemas["CustomerBookingOut"];
export type CustomerEvent = Schemas["CustomerEventOut"];
export type Proposal = Schemas["Proposal"];
export type Merge = Schemas["MergeResponse"];
export type Records = Schemas["CustomerRecords"];
/** A customer of the list, or someone by their email address. */
export type Asked = { customerId: string } | { email: string };

export const customersKey = ["/api/admin/customers"];

/** Pages of customers, those who booked last first. */
export function customersQuery(filters: Filters) {
  const query = asQuery(filters);
  return infiniteQueryOptions({
    queryKey: [...customersKey, "list", query],
    queryFn: ({ pageParam }) =>
      bodyOf(
        api.GET("/api/admin/customers", {
          params: { query: { ...query, ...(pageParam ? { cursor: pageParam } : {}) } },
        }),
      ),
    initialPageParam: "",
    getNextPageParam: (page) => page.nextCursor,
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
}

export const proposalsQuery = queryOptions({
  queryKey: [...customersKey, "proposals"],
  queryFn: () => bodyOf(api.GET("/api/admin/customers/proposals")),
  staleTime: 0,
});

export function customerQuery(id: string) {
  return queryOptions({
    queryKey: [...customersKey, id],
    queryFn: () => bodyOf(api.GET("/api/admin/customers/{customer_id}", { params: pathOf(id) })),
    staleTime: 0,
  });
}

export function changeCustomer(id: string, body: Schemas["ChangeCustomerRequest"]) {
  return bodyOf(api.PUT("/api/admin/customers/{customer_id}", { params: pathOf(id), body }));
}

export function addNote(id: string, text: string) {
  return bodyOf(api.POST("/api/admin/customers/{customer_id}/notes", { params: pathOf(id), body: { text } }));
}

/** An empty reason takes the customer off the blacklist. */
export function setBlacklisted(id: string, reason: string) {
  const body = { isBlacklisted: reason !== "", reason };
  return bodyOf(api.PUT("/api/admin/customers/{customer_id}/blacklist", { params: pathOf(id), body }));
}

export function mergePlanQuery(id: string, otherId: string) {
  return queryOptions({
    queryKey: [...customersKey, id, "merge", otherId],
    queryFn: () => merge(id, otherId, true),
    staleTime: 0,
  });
}

export function merge(id: string, otherId: string, onlyPlan = false): Promise<Merge> {
  const body = { otherId, onlyPlan };
  return bodyOf(api.POST("/api/admin/customers/{customer_id}/merge", { params: pathOf(id), body }));
}

export function unmerge(id: string, eventId: string) {
  return bodyOf(
    api.POST("/api/admin/customers/{customer_id}/unmerge", { params: pathOf(id), body: { eventId } }),
  );
}

export function tellApart(id: string, otherId: string) {
  return bodyOf(
    api.POST("/api/admin/customers/{customer_id}/tell-apart", { params: pathOf(id), body: { otherId } }),
  );
}

/** How much is kept of someone. */
export function lookUp(asked: Asked): Promise<Records> {
  return bodyOf(api.POST("/api/admin/customers/look", { body: asked }));
}

/** A ZIP file: the records as JSON, and the photographs and documents. */
export async function downloadCopy(asked: Asked): Promise<Blob> {
  const body = { ...asked, withFiles: true };
  const { data } = await api.POST("/api/admin/customers/export", { body, parseAs: "blob" });
  return data as unknown as Blob;
}

export function erase(asked: Asked) {
  return bodyOf(api.POST("/api/admin/customers/erase", { body: asked }));
}

function pathOf(id: string) {
  return { path: { customer_id: id } };
}
