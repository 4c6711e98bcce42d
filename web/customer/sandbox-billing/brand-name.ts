const names: Record<string, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  jcb: 'JCB',
  unionpay: 'UnionPay',
}

/** Returns the display name of a provider's brand code, or the code itself if it is unknown. */
export function brandName(brand: string): string {
  return names[brand.toLowerCase()] ?? brand
}
