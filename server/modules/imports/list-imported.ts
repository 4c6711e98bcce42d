import { and, desc, eq, getTableColumns, ilike, or, type SQL, sql } from 'drizzle-orm'
import {
  type ImportedList,
  type ImportedSubscription,
  ImportState,
} from '#contract/staff/subscription-imports.ts'
import type { DbOrTx } from '#server/db/client.ts'
import { products } from '#server/modules/catalog/tables.ts'
import { emails } from '#server/modules/mail/tables.ts'
import { describeItems } from './file/plan-import.ts'
import { importedSubscriptions } from './tables.ts'

export const LINK_EMAIL = 'agreement_request'

const PAGE_ROWS = 50

/** The latest email with the link shows whether it was sent; an answer takes precedence. */
export function importState(now: Date): SQL<ImportState> {
  const { id, status, requestedAt, expiresAt } = importedSubscriptions
  const mail = (column: SQL) => sql`(select ${column} from ${emails}
    where ${emails.subjectId} = ${id} and ${emails.kind} = ${LINK_EMAIL}
    order by ${emails.createdAt} desc limit 1)`
  const failed = sql`(${emails.status} = 'discarded' or ${emails.lastError} is not null)`
  return sql<ImportState>`case
    when ${status} <> 'waiting' then ${status}
    when ${requestedAt} is null then 'not_sent'
    when ${mail(failed)} then 'failed'
    when ${mail(sql`${emails.status} = 'pending'`)} then 'sending'
    when ${expiresAt} <= ${now.toISOString()}::timestamptz then 'expired'
    else 'sent' end`
}

type ListQuery = {
  state?: ImportState | undefined
  q?: string | undefined
  after?: string | undefined
}

/** A page of imported subscriptions, the latest import first, with the counts of all states. */
export async function listImported(
  db: DbOrTx,
  { clock }: { clock: { now(): Date } },
  query: ListQuery,
): Promise<ImportedList> {
  const state = importState(clock.now())
  const rows = await db
    .select({ ...getTableColumns(importedSubscriptions), state })
    .from(importedSubscriptions)
    .where(
      and(
        query.state && sql`${state} = ${query.state}`,
        matches(query.q),
        query.after ? isAfter(query.after) : undefined,
      ),
    )
    .orderBy(desc(importedSubscriptions.importedAt), desc(importedSubscriptions.id))
    .limit(PAGE_ROWS + 1)
  const names = new Map((await db.select().from(products)).map(({ id, name }) => [id, name]))
  const page = rows.slice(0, PAGE_ROWS)
  return {
    rows: page.map(
      (row): ImportedSubscription => ({
        id: row.id,
        customerId: row.customerId,
        state: row.state,
        name: row.customerName,
        email: row.customerEmail,
        phone: row.customerPhone,
        address: `${row.deliveryAddress}, ${row.deliveryCity}, ${row.deliveryState} ${row.deliveryZip}`,
        items: describeItems(row.items, names),
        frequency: row.frequency,
        nextDate: row.nextDate,
        bottlesHeld: row.bottlesHeld,
        notes: row.notes,
        importedAt: row.importedAt.toISOString(),
        sentAt: row.sentAt?.toISOString() ?? null,
        expiresAt: row.expiresAt?.toISOString() ?? null,
        answeredAt: row.answeredAt?.toISOString() ?? null,
        subscriptionId: row.subscriptionId,
      }),
    ),
    next: rows.length > PAGE_ROWS ? (page.at(-1)?.id ?? null) : null,
    counts: await countStates(db, state),
  }
}

async function countStates(db: DbOrTx, state: SQL<ImportState>): Promise<ImportedList['counts']> {
  const rows = await db
    .select({ state: sql<ImportState>`${state}`.as('state'), n: sql<number>`count(*)::int` })
    .from(importedSubscriptions)
    .groupBy(sql`1`)
  const found = new Map(rows.map((row) => [row.state, row.n]))
  return Object.fromEntries(
    ImportState.options.map((name) => [name, found.get(name) ?? 0]),
  ) as ImportedList['counts']
}

function matches(q: string | undefined): SQL | undefined {
  if (!q?.trim()) return undefined
  const pattern = `%${q.trim().replace(/[\\%_]/g, '\\$&')}%`
  const { customerName, customerEmail, customerPhone, deliveryAddress } = importedSubscriptions
  return or(
    ilike(customerName, pattern),
    ilike(customerEmail, pattern),
    ilike(customerPhone, pattern),
    ilike(deliveryAddress, pattern),
  )
}

const isAfter = (id: string): SQL =>
  sql`(${importedSubscriptions.importedAt}, ${importedSubscriptions.id}) <
    (select cursor.imported_at, cursor.id from ${importedSubscriptions} cursor where ${eq(sql`cursor.id`, id)})`
