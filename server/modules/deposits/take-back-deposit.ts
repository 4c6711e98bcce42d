import type { Tx } from '#server/db/client.ts'
import { takeBackCredit } from '#server/modules/credit/index.ts'
import type { OrderRow } from '#server/modules/orders/index.ts'
import { lockPayment } from '#server/modules/payments/index.ts'
import type { Clock, Random } from '#server/runtime.ts'
import { readTotals } from './find-deposit.ts'
import { lockDeposits } from './refundable-deposit.ts'
import { depositReturns } from './tables.ts'

/**
 * Rule 42: an unpaid invoice carries a deposit as well, so its bottles may come back before it is paid.
 * If it is cancelled then, no one ever pays that deposit: what was given for it is taken back, as far
 * as the balance reaches. The caller has locked and cancelled the order.
 */
export async function takeBackDeposit(
  tx: Tx,
  deps: { clock: Clock; random: Random },
  { id: orderId, customerId, depositBottles, depositCents }: OrderRow,
): Promise<void> {
  if (depositBottles === 0 || customerId === null) return
  const payment = await lockPayment(tx, orderId)
  if (payment?.kind !== 'tender' || payment.paidAt !== null) return
  await lockDeposits(tx, [orderId])
  const { opening, paid, returned } = await readTotals(tx, customerId)
  const beyond = (part: 'bottles' | 'cents', most: number) =>
    Math.min(most, Math.max(0, returned[part] - opening[part] - paid[part]))
  const bottles = beyond('bottles', depositBottles)
  const owedCents = beyond('cents', depositCents)
  if (bottles === 0 && owedCents === 0) return
  const id = deps.random.uuid()
  const entry = {
    customerId,
    orderId,
    kind: 'deposit_returned',
    dedupeKey: `deposit:${id}`,
  } as const
  const cents = await takeBackCredit(tx, deps, { ...entry, cents: owedCents }, { isInPart: true })
  const at = deps.clock.now()
  // The bottles did come back: they count as bottles for which no deposit was paid.
  await tx.insert(depositReturns).values({
    id,
    customerId,
    bottles: -bottles,
    bottlesWithoutDeposit: bottles,
    cents: -cents,
    staffEmail: '',
    at,
  })
}
