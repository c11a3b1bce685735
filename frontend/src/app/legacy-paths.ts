/** Where the old landing page leads: home with query and hash, or nowhere when the hash speaks of a click id. */
export function landingTarget(search: string, hash: string): string | null {
  return /gclid|gbraid|wbraid|click.?id/i.test(hash) ? null : `/${search}${hash}`;
}
