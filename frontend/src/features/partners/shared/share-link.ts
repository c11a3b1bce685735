/** What an affiliate hands on: whoever follows it finds the code filled in. */
export function shareLink(promoCode: string): string {
  return `${window.location.origin}/?ref=${encodeURIComponent(promoCode)}`;
}
