const names: Record<string, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  jcb: 'JCB',
  unionpay: 'UnionPay',
}

/** The provider writes brands in its own short way; one that nobody knows stays as it came. */
export function brandName(brand: string): string {
  return names[brand.toLowerCase()] ?? brand
}
