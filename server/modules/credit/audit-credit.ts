import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { creditAccounts, creditEntries } from './tables.ts'

export type CreditAudit = {
  findings: { rule: 'I10'; id: string; what: string }[]
  balanceCents: number
}

/** I10: every balance is the sum of its customer's entries. PostgreSQL compares them. Read-only. */
export async function auditCredit(db: Db): Promise<CreditAudit> {
  const sums = db
    .select({
      customerId: creditEntries.customerId,
      cents: sql<number>`sum(${creditEntries.cents})::bigint`.as('cents'),
    })
    .from(creditEntries)
    .groupBy(creditEntries.customerId)
    .as('sums')
  const balanceCents = sql<number>`coalesce(${creditAccounts.balanceCents}, 0)::bigint`
  const cents = sql<number>`coalesce(${sums.cents}, 0)::bigint`
  const rows = await db
    .select({
      customerId: sql<string>`coalesce(${creditAccounts.customerId}, ${sums.customerId})`,
      balanceCents,
      cents,
    })
    .from(creditAccounts)
    .fullJoin(sums, sql`${sums.customerId} = ${creditAccounts.customerId}`)
    .where(sql`${balanceCents} <> ${cents}`)
  const [total] = await db
    .select({ cents: sql<number>`coalesce(sum(${creditAccounts.balanceCents}), 0)::bigint` })
    .from(creditAccounts)
  return {
    balanceCents: Number(total?.cents ?? 0),
    findings: rows.map((row) => ({
      rule: 'I10' as const,
      id: row.customerId,
      what: `credit of ${row.balanceCents} cents, but its entries add up to ${row.cents}`,
    })),
  }
}
