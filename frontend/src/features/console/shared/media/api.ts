import { infiniteQueryOptions } from "@tanstack/react-query";
import type { components } from "@/api/schema.gen";
import { api, bodyOf } from "@/lib/api";

export type MediaItem = components["schemas"]["MediaItemView"];
export type MediaKind = MediaItem["kind"];
export type MediaUse = MediaItem["uses"][number];
export type MediaCrop = components["schemas"]["MediaCrop"];
type MediaChange = components["schemas"]["MediaItemRequest"];

export const mediaKey = ["/api/admin/media"];
/** Polling interval for the files of a new photograph. */
const preparing = 1500;

/** The library, newest first; polled while an item is being prepared. */
export function mediaQuery(kinds: readonly MediaKind[], search: string) {
  return infiniteQueryOptions({
    queryKey: [...mediaKey, kinds, search],
    queryFn: ({ pageParam }) =>
      bodyOf(
        api.GET("/api/admin/media", {
          params: {
            query: { kind: [...kinds], search, ...(pageParam ? { cursor: pageParam } : {}) },
          },
        }),
      ),
    initialPageParam: "",
    getNextPageParam: (page) => page.nextCursor,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ items }) => items.some((item) => item.state === "processing"))
        ? preparing
        : false,
    staleTime: 0,
  });
}

/** One item; polled until its files are ready. */
export function mediaItemQuery(itemId: string) {
  return {
    queryKey: [...mediaKey, "item", itemId],
    queryFn: () => bodyOf(api.GET("/api/admin/media/{item_id}", { params: { path: { item_id: itemId } } })),
    refetchInterval: ({ state }: { state: { data: { item: MediaItem } | undefined } }) =>
      state.data?.item.state === "processing" ? preparing : (false as const),
  };
}

export async function addLink(url: string): Promise<MediaItem> {
  return (await bodyOf(api.POST("/api/admin/media/links", { body: { url } }))).item;
}

export async function changeMedia(itemId: string, body: MediaChange): Promise<MediaItem> {
  const path = { item_id: itemId };
  return (await bodyOf(api.PUT("/api/admin/media/{item_id}", { params: { path }, body }))).item;
}

export async function deleteMedia(itemId: string): Promise<void> {
  const path = { item_id: itemId };
  await bodyOf(api.DELETE("/api/admin/media/{item_id}", { params: { path } }));
}
