import { console as admin, partners, site } from "../../../platform/src/abano/site/pages/routes.json";

type Pages = Record<string, { path: string }>;
type Paths<T extends Pages> = { readonly [name in keyof T]: string };

function pathsOf<T extends Pages>(pages: T): Paths<T> {
  return Object.fromEntries(Object.entries(pages).map(([name, { path }]) => [name, path])) as Paths<T>;
}

/** Every address of the product, from the table that the server and the build read, too. */
export const paths = { ...pathsOf(site), affiliate: pathsOf(partners), admin: pathsOf(admin) };

/** Kinds of documents that pages show. */
export const documentKinds = {
  terms: site.terms.document,
  privacy: site.privacy.document,
  guide: site.guide.document,
  oldLanding: site.oldLanding.document,
};

/** The kind of text of a page that the company added. */
export const ownPageKind = (slug: string) => site.ownPage.document.replace(":slug", slug);
