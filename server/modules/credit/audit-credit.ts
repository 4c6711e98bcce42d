import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { creditAccounts, creditEntries } from './tables.ts'

export type CreditAudit = {
  findings: { rule: 'I10'; id: string; what: string }[]
  balanceCents: number
}

/** I10: every balance is the sum of its customer's entries. Read-only. */
export async function auditCredit(db: Db): Promise<CreditAudit> {
  const sums = db
    .select({
      customerId: creditEntries.customerId,
      cents: sql<number>`sum(${creditEntries.cents})::int`.as('cents'),
    })
    .from(creditEntries)
    .groupBy(creditEntries.customerId)
    .as('sums')
  const rows = await db
    .select({
      customerId: sql<string>`coalesce(${creditAccounts.customerId}, ${sums.customerId})`,
      balanceCents: sql<number>`coalesce(${creditAccounts.balanceCents}, 0)`,
      cents: sql<number>`coalesce(${sums.cents}, 0)`,
    })
    .from(creditAccounts)
    .fullJoin(sums, sql`${sums.customerId} = ${creditAccounts.customerId}`)
  return {
    balanceCents: rows.reduce((total, { balanceCents }) => total + balanceCents, 0),
    findings: rows
      .filter(({ balanceCents, cents }) => balanceCents !== cents)
      .map(({ customerId, balanceCents, cents }) => ({
        rule: 'I10' as const,
        id: customerId,
        what: `credit of ${balanceCents} cents, but its entries add up to ${cents}`,
      })),
  }
}
