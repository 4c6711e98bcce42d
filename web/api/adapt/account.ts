import type { CustomerBottles } from '#contract/bottles/bottles.ts'
import type { Deposit } from '#contract/deposits.ts'
import type { ErasurePreview } from '#contract/identity.ts'
import type { Statement } from '#contract/payments/statements.ts'
import type { UndeliveredRefund } from '#contract/payments/undelivered-refund.ts'
import { toRows } from './own-rows.ts'
import { toFields, toNumber, toText } from './read.ts'

/** Works for customers and staff, whose movements differ. Another backend may have no deposits. */
export function adaptDeposit<Known extends Deposit>(body: unknown): Known {
  const deposit = toFields(body)
  return {
    ...deposit,
    bottles: toNumber(deposit.bottles) ?? 0,
    amount: toText(deposit.amount) ?? '0.00',
    movements: toRows(deposit.movements),
  } as unknown as Known
}

export function adaptBottles(body: unknown): CustomerBottles {
  const { balance, movements } = toFields(body)
  return {
    balance: toNumber(balance) ?? 0,
    movements: toRows(movements),
  }
}

/** Null if the backend has no statements. An account without entries has no months. */
export function adaptStatement(body: unknown): Statement | null {
  return toFields(body).months ? (body as Statement) : null
}

/** Null if nothing was refunded. */
export function adaptUndeliveredRefund(body: unknown): UndeliveredRefund | null {
  return (toFields(body).givenBack as UndeliveredRefund | undefined) ?? null
}

/** Null if the backend sends no such emails. */
export function adaptNearEmails(body: unknown): boolean | null {
  const { isWanted } = toFields(body)
  return typeof isWanted === 'boolean' ? isWanted : null
}

/** A backend that implements only the specification blocks nothing and cancels nothing. */
export function adaptErasurePreview(body: unknown): ErasurePreview {
  const preview = toFields(body)
  return {
    blockedBy: toRows(preview.blockedBy),
    cancels: toRows(preview.cancels),
  }
}
