import { queryOptions } from "@tanstack/react-query";
import type { components } from "@/api/schema.gen";
import { api, bodyOf } from "@/lib/api";

export type OnlinePayment = components["schemas"]["ReturnResponse"];

const pollMilliseconds = 3_000;
/** Stripe reports within seconds; after that the visitor refreshes. */
const maxPolls = 20;

/** The status of a payment link; polled while Stripe may still report a payment. */
export const paymentQuery = (token: string) =>
  queryOptions({
    queryKey: ["/api/payments/online", token],
    queryFn: () => bodyOf(api.POST("/api/payments/online", { body: { token } })),
    refetchInterval: ({ state }) =>
      state.data?.state === "open" && state.dataUpdateCount < maxPolls ? pollMilliseconds : false,
    staleTime: 0,
  });
