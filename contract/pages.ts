/** Every page of the product. The server answers these with 200, anything else with the 404 page. */
export const pageRoutes = {
  home: '/',
  checkout: '/checkout',
  confirmation: '/order-confirmation',
  pay: '/pay/:orderId',
  privacy: '/privacy-policy',
  terms: '/terms-of-service',
} as const

export type PageName = keyof typeof pageRoutes
