import { eq } from 'drizzle-orm'
import { formatOrderNumber } from '#contract/order-number.ts'
import type { Tx } from '#server/db/client.ts'
import { endAlert, raiseAlert } from '#server/modules/alerts/index.ts'
import type { PaymentDeps } from '../deps.ts'
import { scrubMessage } from '../describe-provider-error.ts'
import { lockPayment, type PaymentRow } from '../queries.ts'
import { nextSettleAt } from '../rules.ts'
import { intents, payments } from '../tables.ts'

/** A succeeded payment could not be applied. The failure is recorded; reconciliation retries it. */
export class SettleFailedError extends Error {
  readonly failures: number

  constructor(failures: number, cause: unknown) {
    super('payment could not be applied', { cause })
    this.name = 'SettleFailedError'
    this.failures = failures
  }
}

/**
 * Records a failure in a new transaction, because the failed one was rolled back. Returns the error
 * to throw. The retry delays grow; after the last attempt the payment is set aside for staff.
 */
export async function recordSettleFailure(
  deps: PaymentDeps,
  intentId: string,
  err: unknown,
): Promise<unknown> {
  if (isTransient(err)) return err
  try {
    const failed = await deps.db.transaction((tx) => countFailure(tx, deps, intentId, err))
    if (!failed) return err
    const { orderId, settleFailures: failures, setAsideAt } = failed
    deps.log.error({ orderId, intentId, failures, err }, 'payment not applied')
    if (setAsideAt) await alertStaff(deps, failed)
    return new SettleFailedError(failures, err)
  } catch (recordError) {
    deps.log.error({ intentId, err: recordError }, 'failed payment not recorded')
    return err
  }
}

async function countFailure(
  tx: Tx,
  { clock }: PaymentDeps,
  intentId: string,
  err: unknown,
): Promise<PaymentRow | undefined> {
  const [intent] = await tx.select().from(intents).where(eq(intents.id, intentId))
  const payment = intent && (await lockPayment(tx, intent.orderId))
  if (payment?.intentId !== intentId) return undefined
  const now = clock.now()
  const settleFailures = payment.settleFailures + 1
  const retryAt = nextSettleAt(settleFailures, now)
  const [failed] = await tx
    .update(payments)
    .set({
      settleFailures,
      settleRetryAt: retryAt ?? null,
      settleError: errorReason(err),
      setAsideAt: retryAt ? null : (payment.setAsideAt ?? now),
    })
    .where(eq(payments.orderId, payment.orderId))
    .returning()
  return failed
}

/** Uses its own transaction, because the payment's error may also break the alert's email. */
async function alertStaff(deps: PaymentDeps, { orderId, settleError }: PaymentRow): Promise<void> {
  const message = `Order ${formatOrderNumber(orderId)} is paid but couldn't be confirmed: ${settleError} Try again or refund it on the dashboard.`
  try {
    await deps.db.transaction((tx) =>
      raiseAlert(tx, deps, { kind: 'payment_set_aside', subject: orderId, message }),
    )
  } catch (err) {
    deps.log.error({ orderId, err }, 'alert not raised')
  }
}

/** Called when the payment was applied, or staff refunded it. */
export async function clearSettleFailure(
  tx: Tx,
  deps: Pick<PaymentDeps, 'clock' | 'random'>,
  orderId: string,
): Promise<void> {
  await tx
    .update(payments)
    .set({ settleFailures: 0, settleRetryAt: null, settleError: null, setAsideAt: null })
    .where(eq(payments.orderId, orderId))
  await endAlert(tx, deps, { kind: 'payment_set_aside', subject: orderId })
}

/** Connection, resource, shutdown and deadlock errors: not caused by this payment. */
const isTransient = (err: unknown) => /^(08|40|53|55|57)/.test(findDatabaseError(err)?.code ?? '')

/** Messages of these errors are written in our code; others may quote personal data. */
const plainErrors = new Set(['Error', 'TypeError', 'RangeError', 'ReferenceError'])

export function errorReason(err: unknown): string {
  const database = findDatabaseError(err)
  if (database) {
    const where = [database.table, database.constraint].filter(Boolean).join(', ')
    return `Database error ${database.code}${where && ` (${where})`}.`
  }
  const isPlain = err instanceof Error && plainErrors.has(err.name)
  return isPlain ? `${scrubMessage(err.message).replace(/\.?$/, '.')}` : 'An unexpected error.'
}

type DatabaseError = { code: string; table?: string; constraint?: string }

function findDatabaseError(err: unknown): DatabaseError | undefined {
  for (let error = err; error instanceof Error; error = error.cause) {
    const { code } = error as { code?: unknown }
    if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)) return error as never
  }
  return undefined
}
