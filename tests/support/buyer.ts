import type { Product } from '#contract/catalog.ts'
import { fillPath } from '#contract/fill-path.ts'
import { centsToText, textToCents } from '#contract/money.ts'
import type { Order } from '#contract/orders.ts'
import { apiPaths } from '#contract/paths.ts'
import type { SandboxResult } from '#contract/payments/payments.ts'
import { orderTotals } from '#contract/pricing.ts'

export type ApiResponse<T = unknown> = { status: number; body: T; headers: Headers }

type ErrorBody = { message: string; code: string; fields?: Record<string, string> }

export const GOOD_CARD = '4242424242424242'
export const DECLINED_CARD = '4000000000000002'
export const SECURE_CARD = '4000002500003155'

type CustomerFields = Partial<Record<string, unknown>>

export type Buyer = ReturnType<typeof newBuyer>

/** A simulated browser: stores cookies, calls the API and enters cards. */
export function newBuyer(url: string, products: Product[]) {
  const cookies = new Map<string, string>()

  async function call<T = ErrorBody>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<ApiResponse<T>> {
    const response = await fetch(`${url}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(cookies.size > 0 && { cookie: [...cookies].map(([k, v]) => `${k}=${v}`).join('; ') }),
        ...headers,
      },
      body: typeof body === 'string' ? body : body === undefined ? null : JSON.stringify(body),
    })
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      const at = pair.indexOf('=')
      cookies.set(pair.slice(0, at), pair.slice(at + 1))
    }
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json')
    return {
      status: response.status,
      headers: response.headers,
      body: (isJson ? JSON.parse(text) : text) as T,
    }
  }

  /** A checkout submission; by default a one-time order of two of the first product. */
  function submission(change: CustomerFields & { lines?: [Product, number][] } = {}) {
    const { lines = [[products[0] as Product, 2]], ...rest } = change
    const isRecurring = change.isRecurring === true
    const priced = lines.map(([product, quantity]) => ({
      priceCents: textToCents(product.price) ?? 0,
      quantity,
    }))
    const { subtotalCents, totalCents } = orderTotals(priced, isRecurring)
    return {
      customerName: 'Ana Ruiz',
      customerEmail: 'ana@example.com',
      customerPhone: '845-555-0100',
      deliveryAddress: '12 Main Street',
      deliveryCity: 'Kingston',
      deliveryState: 'NY',
      deliveryZip: '12401',
      deliveryDate: '2026-03-05',
      isRecurring,
      items: lines.map(([product, quantity]) => ({
        productId: product.id,
        quantity,
        price: product.price,
      })),
      subtotal: centsToText(subtotalCents),
      total: centsToText(totalCents),
      ...rest,
    }
  }

  const startCheckout = (amount = 17.98) =>
    call<{ clientSecret: string }>('POST', apiPaths.createPaymentIntent, { amount })

  const place = (body: unknown = submission()) =>
    call<{ orderId: string; clientSecret?: string } & ErrorBody>('POST', apiPaths.orders, body)

  const confirm = (clientSecret: string, number = GOOD_CARD) =>
    call<SandboxResult>(
      'POST',
      fillPath(apiPaths.sandboxConfirm, { id: intentIdFrom(clientSecret) }),
      {
        clientSecret,
        card: { number, expMonth: 12, expYear: 2030, cvc: '123' },
      },
    )

  const authenticate = (clientSecret: string, outcome: 'complete' | 'fail') =>
    call<SandboxResult>(
      'POST',
      fillPath(apiPaths.sandboxAuthenticate, { id: intentIdFrom(clientSecret) }),
      { clientSecret, outcome },
    )

  const order = (id: string) => call<Order & ErrorBody>('GET', fillPath(apiPaths.order, { id }))

  const pay = (id: string, saveCard?: boolean) =>
    call<{ clientSecret: string; total: string } & ErrorBody>(
      'POST',
      fillPath(apiPaths.orderPayment, { id }),
      saveCard === undefined ? undefined : { saveCard },
    )

  /** Starts a checkout, places the order and pays it. */
  async function buy(body: unknown = submission(), number = GOOD_CARD) {
    const { clientSecret } = (await startCheckout()).body
    const placed = (await place(body)).body
    const paid = await confirm(placed.clientSecret ?? clientSecret, number)
    return { orderId: placed.orderId, clientSecret: placed.clientSecret ?? clientSecret, paid }
  }

  return { cookies, call, submission, startCheckout, place, confirm, authenticate, order, pay, buy }
}

export function intentIdFrom(clientSecret: string): string {
  return clientSecret.split('_secret_')[0] ?? ''
}
