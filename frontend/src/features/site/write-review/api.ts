import type { components } from "@/api/schema.gen";
import { api, bodyOf } from "@/lib/api";

export type InvitedReview = components["schemas"]["InvitedReview"];
export type Written = Pick<InvitedReview, "rating" | "text" | "author" | "language">;

export const openByLink = (token: string) => bodyOf(api.POST("/api/reviews/own/link", { body: { token } }));

export const writeReview = (token: string, review: Written) =>
  bodyOf(api.PUT("/api/reviews/own", { body: { token, ...review } }));
