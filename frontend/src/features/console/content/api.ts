import { queryOptions } from "@tanstack/react-query";
import type { components } from "@/api/schema.gen";
import { api, bodyOf } from "@/lib/api";
import type { Values } from "./rules/fields";

type Schemas = components["schemas"];
export type Content = Schemas["ContentResponse"];
export type ListedText = Content["texts"][number];
export type Text = Schemas["TextResponse"];
export type Placeholder = Content["placeholders"][number];

export const contentKey = ["/api/admin/content"];
export const redirectsKey = ["/api/admin/content/redirects"];

export const contentQuery = queryOptions({
  queryKey: contentKey,
  queryFn: () => bodyOf(api.GET("/api/admin/content")),
  staleTime: 0,
});

const textPath = (kind: string) => ({ params: { path: { kind } } });

export const textQuery = (kind: string) =>
  queryOptions({
    queryKey: [...contentKey, kind],
    queryFn: () => bodyOf(api.GET("/api/admin/content/texts/{kind}", textPath(kind))),
    // What is being written here is not replaced by what others write.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

export const redirectsQuery = queryOptions({
  queryKey: redirectsKey,
  queryFn: () => bodyOf(api.GET("/api/admin/content/redirects")),
  staleTime: 0,
});

/** `unchecked`: those of the parts that are machine translations. */
export function saveText(
  kind: string,
  language: string,
  revision: number,
  parts: Values,
  unchecked: string[] = [],
): Promise<Text> {
  const body = { language, revision, parts, unchecked };
  return bodyOf(api.PATCH("/api/admin/content/texts/{kind}", { ...textPath(kind), body }));
}

export function publishText(kind: string, revision: number): Promise<Text> {
  const body = { revision };
  return bodyOf(api.POST("/api/admin/content/texts/{kind}/publication", { ...textPath(kind), body }));
}

export function goBack(kind: string, version: number): Promise<Text> {
  const body = { version };
  return bodyOf(api.POST("/api/admin/content/texts/{kind}/return", { ...textPath(kind), body }));
}

export const discardDraft = (kind: string) =>
  api.DELETE("/api/admin/content/texts/{kind}/draft", textPath(kind));

export const removePage = (kind: string) => api.DELETE("/api/admin/content/texts/{kind}", textPath(kind));

export const addPage = (slug: string, title: string) =>
  bodyOf(api.POST("/api/admin/content/pages", { body: { slug, title } }));

export const setRedirect = (path: string, target: string) =>
  bodyOf(api.PUT("/api/admin/content/redirects", { body: { path, target } }));

export const dropRedirect = (path: string) =>
  bodyOf(api.DELETE("/api/admin/content/redirects", { params: { query: { path } } }));
