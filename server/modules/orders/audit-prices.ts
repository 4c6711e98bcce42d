import { and, eq, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { payments } from '#server/modules/payments/tables.ts'
import { orders } from './tables.ts'

export type PriceAudit = {
  findings: { rule: 'rule 40' | 'rule 41' | 'rule 43'; id: string; what: string }[]
  /** Sales tax of the orders that were paid; refunds are not taken off. */
  taxCents: number
}

/** The sum of one amount over an order's stored lines, of all kinds or of one. */
const sumLines = (field: 'cents' | 'netCents' | 'taxCents' | 'quantity', kind?: string) =>
  sql`(select coalesce(sum((line ->> ${sql.raw(`'${field}'`)})::bigint), 0)
    from jsonb_array_elements(${orders.priceLines}) line
    where ${kind ? sql`line ->> 'kind' = ${sql.raw(`'${kind}'`)}` : sql`true`})`

type Check = PriceAudit['findings'][number] extends { rule: infer Rule }
  ? { rule: Rule; what: string; fails: SQL }
  : never

const checks: Check[] = [
  {
    rule: 'rule 40',
    what: 'its lines do not add up to its total',
    fails: sql`${sumLines('cents')} <> ${orders.totalCents}`,
  },
  {
    rule: 'rule 40',
    what: 'its product lines do not add up to its subtotal',
    fails: sql`${sumLines('cents', 'product')} <> ${orders.subtotalCents}`,
  },
  {
    rule: 'rule 40',
    what: 'its discount is not allocated to its products exactly',
    fails: sql`${sumLines('cents', 'discount')} <> -${orders.discountCents}
      or ${sumLines('netCents', 'product')} <> ${orders.subtotalCents} - ${orders.discountCents}`,
  },
  {
    rule: 'rule 40',
    what: 'its deposit differs from its lines',
    fails: sql`${sumLines('cents', 'deposit')} <> ${orders.depositCents}
      or ${sumLines('quantity', 'deposit')} <> ${orders.depositBottles}`,
  },
  {
    rule: 'rule 41',
    what: 'its tax is not allocated to its lines exactly',
    fails: sql`${sumLines('cents', 'tax')} <> ${orders.taxCents}
      or ${sumLines('taxCents')} <> ${orders.taxCents}`,
  },
  {
    // A cancelled order keeps the amount to charge although its credit was released.
    rule: 'rule 43',
    what: 'its payment and its credit do not add up to its total',
    fails: sql`${orders.status} <> 'cancelled'
      and ${payments.amountCents} + ${payments.creditCents} <> ${orders.totalCents}`,
  },
]

/** Rules 40, 41, 43: every order's lines, amounts and payment agree. Read-only. */
export async function auditPrices(db: Db): Promise<PriceAudit> {
  const rows = await db
    .select({ id: orders.id, failed: sql<number[]>`array_remove(array[${failedChecks}], null)` })
    .from(orders)
    .leftJoin(payments, eq(payments.orderId, orders.id))
    .where(or(...checks.map(({ fails }) => sql`(${fails})`)))
    .orderBy(orders.id)
  const [paid] = await db
    .select({ cents: sql<number>`coalesce(sum(${orders.taxCents}), 0)::bigint` })
    .from(orders)
    .innerJoin(payments, eq(payments.orderId, orders.id))
    .where(and(sql`${payments.paidAt} is not null`, sql`${orders.taxCents} > 0`))
  return {
    taxCents: Number(paid?.cents ?? 0),
    findings: rows.flatMap(({ id, failed }) =>
      checks.filter((_, n) => failed.includes(n)).map(({ rule, what }) => ({ rule, id, what })),
    ),
  }
}

const failedChecks = sql.join(
  checks.map(({ fails }, n) => sql`case when ${fails} then ${sql.raw(String(n))} end`),
  sql`, `,
)
