/** An affiliate's link: it fills in the promo code. Visitors may choose another language. */
export function shareLink(promoCode: string): string {
  return `${window.location.origin}/?ref=${encodeURIComponent(promoCode)}`;
}
