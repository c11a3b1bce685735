import type { SiteConfig } from "@/lib/site-config";

/**
 * The first screens are drawn at build time with these in place of a company's texts: expressions of the template
 * language Jinja over the site configuration. The server fills them in and escapes what it fills in.
 */

type Partly<T> = T extends (infer Item)[]
  ? Partly<Item>[]
  : T extends object
    ? { [K in keyof T]?: Partly<T[K]> }
    : T;

export const fill = (path: string) => `{{ ${path} }}`;

/** Addresses may be empty: browsers pass by a source without any. Sizes come from the page's styles. */
export const picture = (path: string) => ({
  src: fill(`${path}.src`),
  avif: fill(`${path}.avif`),
  webp: fill(`${path}.webp`),
  focus: fill(`${path}.focus`),
});

/** A list whose one element is drawn once; the server repeats it for each that the company has. */
export function each<T>(path: string, name: string, element: T): T[] {
  const loop = {
    slice: (start: number, end?: number) => each(`${path}[${start}:${end ?? ""}]`, name, element),
    map: (draw: (element: T) => unknown) => [`{% for ${name} in ${path} %}`, draw(element), "{% endfor %}"],
  };
  return loop as unknown as T[];
}

/** What is only there when the company has set this up; between `otherwise` and `end`, what is there when not. */
export function when(path: string) {
  return { start: `{% if ${path} %}`, otherwise: "{% else %}", end: "{% endif %}" };
}

const config: Partly<SiteConfig> = {
  tenant: { name: fill("tenant.name"), currency: fill("tenant.currency") },
  brand: {
    logo: picture("brand.logo"),
    hero: picture("brand.hero"),
    heroPortrait: picture("brand.heroPortrait"),
  },
  landing: {
    headline: fill("landing.headline"),
    subheadline: fill("landing.subheadline"),
    promises: each("landing.promises", "promise", { title: fill("promise.title") }),
  },
  locations: each("locations", "place", { code: fill("place.code"), name: fill("place.name") }),
};

/** All that the first screens say of a company. */
export const placeholders = config as SiteConfig;
