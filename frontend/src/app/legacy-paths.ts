/** Where the old landing page leads: home with query and hash, or undefined when the hash contains a click ID. */
export function landingTarget(search: string, hash: string): string | null {
  return /gclid|gbraid|wbraid|click.?id/i.test(hash) ? null : `/${search}${hash}`;
}
