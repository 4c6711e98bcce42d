import { and, eq, gt, inArray, isNotNull } from 'drizzle-orm'
import type { DbOrTx, Tx } from '#server/db/client.ts'
import { customers } from '#server/modules/identity/tables.ts'
import { orders } from '#server/modules/orders/tables.ts'
import {
  getRefundable,
  type PaymentRow,
  type Refundable,
  type RefundableRest,
} from '#server/modules/payments/index.ts'
import { readBalance } from './find-deposit.ts'
import { orderDeposits } from './order-deposits.ts'

type DepositOrder = Pick<typeof orders.$inferSelect, 'id' | 'customerId' | 'depositBottles'>

type RefundableDeposit = {
  /** Bottles of this order whose deposit can still be refunded. */
  bottles: number
  /** The deposit that the customer already got as credit when bottles came back. */
  returnedCents: number
}

/**
 * Rule 42: a deposit is refunded once, for a returned bottle or with its order. Bottles have no
 * order, so returns count against all that the customer has on deposit.
 */
async function refundableDeposit(
  db: DbOrTx,
  { id, customerId, depositBottles }: DepositOrder,
): Promise<RefundableDeposit> {
  if (depositBottles === 0) return { bottles: 0, returnedCents: 0 }
  const [deposit] = await db.select().from(orderDeposits(db, eq(orders.id, id)))
  if (!deposit) return { bottles: 0, returnedCents: 0 }
  if (customerId === null) return { bottles: deposit.bottles, returnedCents: 0 }
  const balance = await readBalance(db, customerId)
  return {
    bottles: Math.min(deposit.bottles, balance.bottles),
    returnedCents: Math.max(0, deposit.cents - balance.cents),
  }
}

/** The refundable amount of an order: the payment without a deposit that was returned. */
export async function getRefundableOrder(
  db: DbOrTx,
  order: DepositOrder,
  payment: PaymentRow | undefined,
): Promise<Refundable & RefundableDeposit> {
  const refundable = await getRefundable(db, payment)
  const deposit = await refundableDeposit(db, order)
  const paidCents = Math.max(0, refundable.totalCents - deposit.returnedCents)
  const cardCents = Math.min(refundable.cardCents, paidCents)
  const tenderCents = Math.min(refundable.tenderCents, paidCents)
  // The credit of an erased customer is forfeited, so only money that was paid can go back.
  const isErased = order.customerId === null
  const totalCents = isErased ? Math.min(paidCents, cardCents + tenderCents) : paidCents
  const creditCents = isErased ? 0 : Math.min(refundable.creditCents, totalCents)
  return { ...deposit, totalCents, cardCents, tenderCents, creditCents }
}

/**
 * What a refund of the whole order pays back. Cancellations and their previews both call this. An
 * erased customer has no account, so the part as credit is forfeited.
 */
export async function getRefundableRest(
  db: DbOrTx,
  order: DepositOrder,
  payment: PaymentRow | undefined,
): Promise<RefundableRest> {
  const { totalCents, cardCents } = await getRefundableOrder(db, order, payment)
  return { cardCents, creditCents: order.customerId === null ? 0 : totalCents - cardCents }
}

/**
 * Makes refunds wait for a return of bottles that is entered at the same moment. Customers come after
 * orders and payments in the lock order, and several of them are locked by id.
 */
export async function lockDeposits(tx: Tx, orderIds: readonly string[]): Promise<void> {
  const rows = await tx
    .selectDistinct({ id: orders.customerId })
    .from(orders)
    .where(
      and(
        inArray(orders.id, [...orderIds]),
        gt(orders.depositBottles, 0),
        isNotNull(orders.customerId),
      ),
    )
  const ids = rows.flatMap(({ id }) => id ?? [])
  if (ids.length === 0) return
  await tx
    .select({ id: customers.id })
    .from(customers)
    .where(inArray(customers.id, ids))
    .orderBy(customers.id)
    .for('no key update')
}
