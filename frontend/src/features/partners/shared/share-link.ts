/** What an affiliate hands on: whoever follows it finds the code filled in, and may choose another language there. */
export function shareLink(promoCode: string): string {
  return `${window.location.origin}/?ref=${encodeURIComponent(promoCode)}`;
}
