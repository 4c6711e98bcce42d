/** Pages of the shop. The table is a file of its own so that home need not carry it. */
export const storefrontPages = {
  privacy: () => import('./legal/privacy-page.tsx'),
  terms: () => import('./legal/terms-page.tsx'),
  notFound: () => import('./not-found/not-found-page.tsx'),
  checkout: () => import('./checkout/checkout-page.tsx'),
  confirmation: () => import('./confirmation/confirmation-page.tsx'),
  pay: () => import('./pay/pay-page.tsx'),
  oneTap: () => import('./one-tap/one-tap-page.tsx'),
} as const

export type StorefrontPageName = keyof typeof storefrontPages
