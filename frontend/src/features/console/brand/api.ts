import { queryOptions } from "@tanstack/react-query";
import type { components } from "@/api/schema.gen";
import { api, bodyOf } from "@/lib/api";
import { loadServerMessages } from "@/lib/server-messages";

type Schemas = components["schemas"];
export type Brand = Schemas["BrandResponse"];
export type Looked = Schemas["ColorsResponse"];
export type Colors = Schemas["ColorsRequest"]["colors"];
export type Face = Brand["faces"][number]["name"];
export type Layout = Brand["published"]["layout"];
export type Scheme = Brand["published"]["scheme"];

export const brandQuery = queryOptions({
  queryKey: ["/api/admin/brand"],
  queryFn: () => bodyOf(api.GET("/api/admin/brand")),
  staleTime: 0,
});

/** What pages make of these colours. Keyed by them: going back to a colour asks nothing. */
export const colorsQuery = (colors: Colors) =>
  queryOptions({
    queryKey: ["/api/admin/brand/colors", colors],
    queryFn: async () => {
      // What cannot be read is a sentence of the server.
      const [answer] = await Promise.all([
        bodyOf(api.POST("/api/admin/brand/colors", { body: { colors } })),
        loadServerMessages(),
      ]);
      return answer;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

export const documentQuery = (colors: Colors) =>
  queryOptions({
    queryKey: ["/api/admin/brand/document", colors.pine],
    queryFn: async () => {
      const { data } = await api.POST("/api/admin/brand/document", { body: { colors }, parseAs: "blob" });
      return data as unknown as Blob;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

export const emailQuery = (colors: Colors) =>
  queryOptions({
    queryKey: ["/api/admin/brand/email", colors.pine, colors.accent],
    queryFn: () => bodyOf(api.POST("/api/admin/brand/email", { body: { colors } })),
    staleTime: Number.POSITIVE_INFINITY,
  });

export function keepDraft(body: Schemas["DraftRequest"]) {
  return bodyOf(api.PUT("/api/admin/brand/draft", { body }));
}

export function dropDraft() {
  return bodyOf(api.DELETE("/api/admin/brand/draft"));
}

export function publishBrand(revision: string) {
  return bodyOf(api.POST("/api/admin/brand/publish", { body: { revision } }));
}

export function undoBrand(revision: string) {
  return bodyOf(api.POST("/api/admin/brand/undo", { body: { revision } }));
}
