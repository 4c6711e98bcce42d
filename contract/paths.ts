/** Every API path, without a schema: the home page's bundle takes these and leaves zod behind. */
export const apiPaths = {
  products: '/api/products',
  createPaymentIntent: '/api/create-payment-intent',
  orders: '/api/orders',
  order: '/api/orders/:id',
  orderPayment: '/api/orders/:id/payment-intent',
  orderEvents: '/api/orders/:id/events',
  webhook: '/api/webhooks/stripe',
  sandboxConfirm: '/api/sandbox/payment-intents/:id/confirm',
  sandboxAuthenticate: '/api/sandbox/payment-intents/:id/authenticate',
  openapi: '/api/openapi.json',
} as const

/** Fills ':id' and its like; what is put in cannot leave its segment. */
export function fillPath(path: string, params: Record<string, string>): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}
