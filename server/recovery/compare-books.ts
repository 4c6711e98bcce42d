import { Failure } from '#contract/errors.ts'
import type { Deps } from '../deps.ts'
import { skipInvoiceNumbers } from '../modules/orders/index.ts'
import {
  adoptPayment,
  alertLostRefunds,
  type CardIntent,
  distrustQueuedRefunds,
  findUnbooked,
  getPayment,
  readRecentLists,
} from '../modules/payments/index.ts'
import { type Comparison, type PauseRow, recordComparison } from '../modules/recovery/index.ts'
import {
  hasSubscription,
  importIntent,
  importLedger,
  isOurCycle,
} from '../modules/renewals/index.ts'

/** Clocks differ, and the provider creates an intent before we record it. */
const MARGIN_MS = 3_600_000

/**
 * AU22: brings the books of a restored shop to the card provider's ledger, before anything is charged
 * again. It can be repeated: what was booked once is not booked again. Throws if the provider can't be
 * read.
 */
export async function compareBooks(deps: Deps, pause: PauseRow): Promise<Comparison> {
  // A session holds the lock, so that a killed process frees it.
  const session = await deps.pool.connect()
  try {
    const { rows } = await session.query<{ isFree: boolean }>(
      `select pg_try_advisory_lock(hashtext('compare books')) as "isFree"`,
    )
    if (!rows[0]?.isFree) throw new Failure('busy', IS_COMPARING)
    return await compare(deps, pause)
  } finally {
    session.release(true)
  }
}

const IS_COMPARING = 'Somebody is already resuming the shop. Try again in a moment.'

async function compare(deps: Deps, pause: PauseRow): Promise<Comparison> {
  const since = new Date(pause.backupTakenAt.getTime() - MARGIN_MS)
  const unbooked = await findUnbooked(deps, since)
  const before = pause.comparison
  const [adopted, refunded] = [before?.adopted ?? 0, before?.refunded ?? 0]
  // What was set aside is still not booked, and is counted again.
  const payments = Math.max(before?.payments ?? 0, adopted + refunded + unbooked.length)
  let comparison: Comparison = { payments, adopted, refunded, setAside: 0 }
  // Before the first order takes a number: those payments had invoices with the next ones.
  await deps.db.transaction(async (tx) => {
    await skipInvoiceNumbers(tx, deps, payments - (before?.payments ?? 0))
    await recordComparison(tx, pause.id, { comparison })
  })
  await distrustQueuedRefunds(deps)
  for (const intent of unbooked) {
    const outcome = await book(deps, intent)
    if (!outcome) continue
    comparison = { ...comparison, [outcome]: comparison[outcome] + 1 }
    // What a killed process has booked is no longer found, and the owner still reads about it.
    await recordComparison(deps.db, pause.id, { comparison })
  }
  // Attempts that were declined or are still open, so that no cycle gets a second intent.
  await importLedger(deps, since)
  await alertLostRefunds(deps, since)
  await readRecentLists(deps, since)
  await recordComparison(deps.db, pause.id, { comparison, comparedAt: deps.clock.now() })
  return comparison
}

type Outcome = 'adopted' | 'refunded' | 'setAside'

const outcomes = { adopted: 'adopted', refunded: 'refunded', set_aside: 'setAside' } as const

async function book(deps: Deps, intent: CardIntent): Promise<Outcome | undefined> {
  const isOurs = isOurCycle(deps, intent)
  if (isOurs && (await hasSubscription(deps, intent))) {
    await importIntent(deps, intent)
    const payment = await getPayment(deps.db, intent.orderId ?? '')
    if (payment?.intentId === intent.id && payment.paidAt) return 'adopted'
  }
  const adoption = await adoptPayment(deps, intent, { isOurs })
  return adoption === 'other' ? undefined : outcomes[adoption]
}
