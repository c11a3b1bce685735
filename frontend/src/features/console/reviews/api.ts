import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { infiniteQueryOptions, keepPreviousData } from "@tanstack/react-query";
import type { components } from "@/api/schema.gen";
import { api, bodyOf } from "@/lib/api";

type Schemas = components["schemas"];
export type Review = Schemas["ReviewOut"];
export type NewReview = Required<Schemas["AddReviewRequest"]>;
export type Car = Schemas["ReviewedCar"];
export type ReviewState = Review["state"];
export type CheckedLine = Schemas["ReviewLine"];
export type Outcome = CheckedLine["outcome"];

export const reviewStates: Record<ReviewState, MessageDescriptor> = {
  new: msg({ message: "To moderate", context: "state of a review" }),
  published: msg({ message: "Published", context: "state of a review" }),
  hidden: msg({ message: "Hidden", context: "state of a review" }),
};

export const reviewsKey = ["/api/admin/reviews"];

interface Filters {
  state: ReviewState | undefined;
  /** Empty: by own customers. */
  source: string | undefined;
  car: string | undefined;
  rating: number | undefined;
  sort: "createdAt" | "-createdAt" | "writtenOn" | "-writtenOn" | undefined;
}

export const reviewsQuery = ({ state, source, car, rating, sort }: Filters) =>
  infiniteQueryOptions({
    queryKey: [...reviewsKey, state, source, car, rating, sort],
    queryFn: ({ pageParam }) =>
      bodyOf(
        api.GET("/api/admin/reviews", {
          params: {
            query: {
              ...(state && { state }),
              ...(source !== undefined && { source }),
              ...(car && { car }),
              ...(rating && { rating }),
              ...(sort && { sort }),
              ...(pageParam && { cursor: pageParam }),
            },
          },
        }),
      ),
    initialPageParam: "",
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: 0,
    placeholderData: keepPreviousData,
  });

const pathOf = (id: string) => ({ params: { path: { review_id: id } } });

export const publishReview = ({ id, revision }: Review) =>
  api.POST("/api/admin/reviews/{review_id}/publish", { ...pathOf(id), body: { revision } });

export const hideReview = ({ id, revision }: Review, reason: string) =>
  api.POST("/api/admin/reviews/{review_id}/hide", { ...pathOf(id), body: { revision, reason } });

export const answerReview = ({ id, revision }: Review, answer: string) =>
  api.PUT("/api/admin/reviews/{review_id}/answer", { ...pathOf(id), body: { revision, answer } });

export const setReviewPicture = ({ id, revision }: Review, pictureId: string | null) =>
  api.PUT("/api/admin/reviews/{review_id}/picture", { ...pathOf(id), body: { revision, pictureId } });

export const addReview = (body: NewReview) => api.POST("/api/admin/reviews", { body });

export const importReviews = (csv: string, isPublished: boolean, onlyCheck: boolean) =>
  bodyOf(api.POST("/api/admin/reviews/import", { body: { csv, isPublished, onlyCheck } }));
