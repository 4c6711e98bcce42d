import { and, asc, eq, isNotNull, lt, notExists, sql } from 'drizzle-orm'
import type { ShopCalendar } from '#contract/dates/shop-calendar.ts'
import type { Db } from '#server/db/client.ts'
import { queueEmail } from '#server/modules/mail/index.ts'
import { emails } from '#server/modules/mail/tables.ts'
import { invoiceEntries } from '#server/modules/payments/invoices/tables.ts'
import type { Clock, Random } from '#server/runtime.ts'
import { monthToSend, statementPeriod } from './rules.ts'

type QueueDeps = { db: Db; clock: Clock; random: Random; shop: { calendar: ShopCalendar } }

const BATCH = 200

/**
 * Rule 39: queues last month's statements of customers who had invoices or an open balance. The
 * email's key has the month, so a run that ended halfway or runs twice sends each statement once.
 */
export async function queueStatements(deps: QueueDeps): Promise<void> {
  for (;;) {
    const queued = await queueBatch(deps)
    if (queued < BATCH) return
  }
}

function queueBatch(deps: QueueDeps): Promise<number> {
  const { clock, shop } = deps
  const month = monthToSend(shop.calendar, clock.now())
  const { from, to } = statementPeriod(month, shop.calendar, clock.now())
  const { customerId, cents, createdAt } = invoiceEntries
  return deps.db.transaction(async (tx) => {
    const isQueued = tx
      .select({ id: emails.id })
      .from(emails)
      .where(eq(emails.dedupeKey, sql`'invoice_statement:' || ${customerId} || ':' || ${month}`))
    const rows = await tx
      .select({ customerId })
      .from(invoiceEntries)
      .where(and(lt(createdAt, to), isNotNull(customerId), notExists(isQueued)))
      .groupBy(customerId)
      .having(sql`sum(${cents}) <> 0 or max(${createdAt}) >= ${from.toISOString()}`)
      .orderBy(asc(customerId))
      .limit(BATCH)
    for (const { customerId: subjectId } of rows) {
      const statement = { kind: 'invoice_statement', dedupeSuffix: month }
      if (subjectId) await queueEmail(tx, deps, { ...statement, subjectId })
    }
    return rows.length
  })
}
