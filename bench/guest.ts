import type { Product } from '#contract/catalog.ts'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import { type Connection, type HttpResponse, postRequest } from './connection.ts'

const DAY_MS = 86_400_000

/** Resolves when the database notifies that the webhook's transaction was committed. */
export type WaitForPaid = (orderId: string) => Promise<void>

let guests = 0

/** Checks out as a new guest: creates intent and order. With `waitForPaid`, also pays and waits. */
export async function checkOut(
  connection: Connection,
  product: Product,
  waitForPaid: WaitForPaid | undefined,
): Promise<void> {
  guests += 1
  const email = `guest-${process.pid}-${guests}@example.com`
  const price = Number(product.price)
  const started = await connection.send(
    postRequest(apiPaths.createPaymentIntent, { amount: price * 2 }, ''),
  )
  const { clientSecret } = read<{ clientSecret: string }>(started, 200)
  const cookie = /\r\nset-cookie: ([^;]+)/i.exec(started.head)?.[1] ?? ''

  const placed = await connection.send(
    postRequest(apiPaths.orders, submission(product, price, email), cookie),
  )
  const { orderId } = read<{ orderId: string }>(placed, 201)
  if (!waitForPaid) return

  const paid = waitForPaid(orderId)
  const [id = ''] = clientSecret.split('_secret_')
  const card = { number: '4242424242424242', expMonth: 12, expYear: 2040, cvc: '123' }
  const confirmed = await connection.send(
    postRequest(fillPath(apiPaths.sandboxConfirm, { id }), { clientSecret, card }, cookie),
  )
  const { status } = read<{ status: string }>(confirmed, 200)
  if (status !== 'succeeded') throw new Error(`the card's intent is ${status}`)
  await paid
}

function submission(product: Product, price: number, customerEmail: string) {
  const total = (price * 2).toFixed(2)
  return {
    customerName: 'Ana Ruiz',
    customerEmail,
    customerPhone: '845-555-0100',
    deliveryAddress: '12 Main Street',
    deliveryCity: 'Kingston',
    deliveryState: 'NY',
    deliveryZip: '12401',
    deliveryDate: new Date(Date.now() + 3 * DAY_MS).toISOString().slice(0, 10),
    isRecurring: false,
    items: [{ productId: product.id, quantity: 2, price: product.price }],
    subtotal: total,
    total,
  }
}

function read<T>({ status, body }: HttpResponse, expectedStatus: number): T {
  if (status !== expectedStatus) throw new Error(`HTTP ${status}: ${body.toString()}`)
  return JSON.parse(body.toString()) as T
}
