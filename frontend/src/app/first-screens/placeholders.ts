import type { SiteConfig } from "@/lib/site-config";

/**
 * Replaces a company's texts when the first screens are rendered at build time: Jinja expressions over the site
 * configuration. The server fills in and escapes the values.
 */

type Partly<T> = T extends (infer Item)[]
  ? Partly<Item>[]
  : T extends object
    ? { [K in keyof T]?: Partly<T[K]> }
    : T;

export const fill = (path: string) => `{{ ${path} }}`;

/** URLs may be empty: browsers ignore a source without any. Sizes come from the page's styles. */
export const picture = (path: string) => ({
  src: fill(`${path}.src`),
  avif: fill(`${path}.avif`),
  webp: fill(`${path}.webp`),
  focus: fill(`${path}.focus`),
});

/** A list whose single element is rendered once; the server repeats it for each of the company's items. */
export function each<T>(path: string, name: string, element: T): T[] {
  const loop = {
    slice: (start: number, end?: number) => each(`${path}[${start}:${end ?? ""}]`, name, element),
    map: (draw: (element: T) => unknown) => [`{% for ${name} in ${path} %}`, draw(element), "{% endfor %}"],
  };
  return loop as unknown as T[];
}

/** Content shown only when the company has configured it; between `otherwise` and `end`, its alternative. */
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

/** All company data of the first screens. */
export const placeholders = config as SiteConfig;
