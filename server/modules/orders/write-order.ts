import { eq, sql } from 'drizzle-orm'
import { type OrderPrice, type PriceLine, sumLineCents } from '#contract/pricing.ts'
import type { Tx } from '#server/db/client.ts'
import { type Params, preparedStatement } from '#server/db/prepared-statement.ts'
import type { ProductRow } from '#server/modules/catalog/index.ts'
import type { Clock, Random } from '#server/runtime.ts'
import type { OrderRow } from './queries.ts'
import { orderItems, orders } from './tables.ts'

type Details = Pick<
  typeof orders.$inferSelect,
  | 'customerId'
  | 'customerName'
  | 'customerEmail'
  | 'customerPhone'
  | 'deliveryAddress'
  | 'deliveryCity'
  | 'deliveryState'
  | 'deliveryZip'
  | 'deliveryDate'
  | 'deliveryWindow'
  | 'isRecurring'
  | 'recurringFrequency'
>

export type OrderDraft = {
  id: string
  details: Details
  price: OrderPrice
  lines: readonly { product: ProductRow; quantity: number }[]
  /** The subscription, if this order is a renewal. */
  parentOrderId?: string
  channel?: OrderRow['channel']
}

type NewOrder = Details &
  Price &
  Pick<OrderRow, 'id' | 'parentOrderId' | 'channel' | 'bottles'> & { now: Date }

type Price = Pick<
  typeof orders.$inferSelect,
  | 'priceLines'
  | 'subtotalCents'
  | 'discountCents'
  | 'taxCents'
  | 'depositCents'
  | 'depositBottles'
  | 'totalCents'
>

type Items = { items: string }

/** One prepared statement for any number of items. */
const insertItems = preparedStatement((db, param: Params<Items>) =>
  db.insert(orderItems).select(itemRows(param)),
)

const itemRows = <Values extends Items>(param: Params<Values>) =>
  sql`select id, order_id, product_id, product_name, product_size, quantity, price_cents, position
      from jsonb_populate_recordset(null::order_items, ${param('items')}::jsonb)`

const insertOrder = preparedStatement((db, param: Params<NewOrder & Items>) => {
  const order = db.$with('new_order').as(
    db
      .insert(orders)
      .values({
        id: param('id'),
        customerId: param('customerId'),
        customerName: param('customerName'),
        customerEmail: param('customerEmail'),
        customerPhone: param('customerPhone'),
        deliveryAddress: param('deliveryAddress'),
        deliveryCity: param('deliveryCity'),
        deliveryState: param('deliveryState'),
        deliveryZip: param('deliveryZip'),
        deliveryDate: param('deliveryDate'),
        // Unlike the column's own encoder, this writes null as SQL's null.
        deliveryWindow: sql`${param('deliveryWindow')}::jsonb`,
        isRecurring: param('isRecurring'),
        recurringFrequency: param('recurringFrequency'),
        parentOrderId: param('parentOrderId'),
        channel: param('channel'),
        priceLines: param('priceLines'),
        subtotalCents: param('subtotalCents'),
        discountCents: param('discountCents'),
        taxCents: param('taxCents'),
        depositCents: param('depositCents'),
        depositBottles: param('depositBottles'),
        totalCents: param('totalCents'),
        bottles: param('bottles'),
        createdAt: param('now'),
        updatedAt: param('now'),
        submittedAt: param('now'),
      })
      .returning({ id: orders.id }),
  )
  return db.with(order).insert(orderItems).select(itemRows(param))
})

type WriteDeps = { clock: Clock; random: Random }

function toItemRows({ random }: WriteDeps, { id, lines }: OrderDraft) {
  const items = lines.map(({ product, quantity }, position) => ({
    id: random.uuid(),
    order_id: id,
    product_id: product.id,
    product_name: product.name,
    product_size: product.size,
    quantity,
    price_cents: product.priceCents,
    position,
  }))
  const bottles = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  return { itemsJson: JSON.stringify(items), bottles }
}

/** Amounts that the lines add to the products and that are no revenue. */
const addedCents = (lines: readonly PriceLine[]) => ({
  taxCents: sumLineCents(lines, 'tax'),
  depositCents: sumLineCents(lines, 'deposit'),
  depositBottles: lines.find(({ kind }) => kind === 'deposit')?.quantity ?? 0,
})

export async function writeOrder(tx: Tx, deps: WriteDeps, draft: OrderDraft): Promise<void> {
  const { id, details, parentOrderId = null, channel = 'web' } = draft
  const { lines: priceLines, ...totals } = draft.price
  const { itemsJson, bottles } = toItemRows(deps, draft)
  const values = { ...details, priceLines, ...totals, ...addedCents(priceLines), bottles }
  const newOrder = { id, now: deps.clock.now(), parentOrderId, channel, ...values }
  await insertOrder(tx, { ...newOrder, items: itemsJson })
}

/** Rewrites customer, items and price of an unpaid order. `deliveries` changes its delivery. */
export async function rewriteOrder(tx: Tx, deps: WriteDeps, draft: OrderDraft): Promise<void> {
  const { id } = draft
  const { lines: priceLines, ...totals } = draft.price
  const { customerId, customerName, customerEmail, customerPhone } = draft.details
  const { isRecurring, recurringFrequency } = draft.details
  const { itemsJson, bottles } = toItemRows(deps, draft)
  await tx
    .update(orders)
    .set({
      customerId,
      customerName,
      customerEmail,
      customerPhone,
      isRecurring,
      recurringFrequency,
      priceLines,
      ...totals,
      ...addedCents(priceLines),
      bottles,
      updatedAt: deps.clock.now(),
      submittedAt: deps.clock.now(),
      version: sql`${orders.version} + 1`,
    })
    .where(eq(orders.id, id))
  await tx.delete(orderItems).where(eq(orderItems.orderId, id))
  await insertItems(tx, { items: itemsJson })
}

/** Rule 46: the place of an unpaid order is reserved from now on, as after a submit. */
export async function markSubmitted(
  tx: Tx,
  { clock }: Pick<WriteDeps, 'clock'>,
  id: string,
): Promise<void> {
  await tx.update(orders).set({ submittedAt: clock.now() }).where(eq(orders.id, id))
}

/** Rule 7: two ids may share their first 8 characters; a unique index rejects the second. */
export function isDuplicateOrderNumber(err: unknown): boolean {
  const cause = err instanceof Error ? (err.cause ?? err) : err
  const { code, constraint } = cause as { code?: string; constraint?: string }
  return code === '23505' && constraint === 'orders_number'
}
