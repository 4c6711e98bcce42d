import { and, asc, desc, eq, gt, lt, sql } from 'drizzle-orm'
import type { CustomerHolder } from '#contract/bottles/staff-bottles.ts'
import type { CsvColumns } from '#server/csv/write-csv.ts'
import type { Db } from '#server/db/client.ts'
import { customers } from '#server/modules/identity/tables.ts'
import type { Clock } from '#server/runtime.ts'
import { bottleHolders } from '../tables.ts'

const PAGE = 50
const DAY_MS = 86_400_000

type HolderQuery = { sort: 'largest' | 'aged'; days: number; cursor?: string | undefined }

/** Customers with bottles, by keyset: each sort has its own index. A bad cursor is the first page. */
export async function listHolders(
  { db, clock }: { db: Db; clock: Clock },
  { sort, days, cursor }: HolderQuery,
  limit = PAGE,
): Promise<{ rows: CustomerHolder[]; next: string | null }> {
  const isLargest = sort === 'largest'
  const after = readCursor(cursor, isLargest)
  const before = new Date(clock.now().getTime() - days * DAY_MS)
  const { bottles, movedAt, holderId } = bottleHolders
  const rows = await db
    .select({
      customerId: holderId,
      name: customers.name,
      email: customers.email,
      bottles,
      movedAt,
      // The full precision of PostgreSQL, so that no row is left out or repeated.
      key: isLargest ? sql<string>`${bottles}::text` : sql<string>`${movedAt}::text`,
    })
    .from(bottleHolders)
    .innerJoin(customers, eq(customers.id, holderId))
    .where(
      and(
        eq(bottleHolders.holder, 'customer'),
        gt(bottles, 0),
        isLargest ? undefined : lt(movedAt, before),
        after &&
          (isLargest
            ? sql`(${bottles}, ${holderId}) < (${after.key}::int, ${after.id}::uuid)`
            : sql`(${movedAt}, ${holderId}) > (${after.key}::timestamptz, ${after.id}::uuid)`),
      ),
    )
    .orderBy(...(isLargest ? [desc(bottles), desc(holderId)] : [asc(movedAt), asc(holderId)]))
    .limit(limit + 1)
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1) : undefined
  return {
    rows: page.map(({ key: _, movedAt: at, ...row }) => ({
      ...row,
      movedAt: at?.toISOString() ?? null,
    })),
    next: last ? Buffer.from(`${last.customerId} ${last.key}`).toString('base64url') : null,
  }
}

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'
const cursors = {
  largest: new RegExp(`^(${UUID}) (\\d{1,9})$`),
  aged: new RegExp(
    `^(${UUID}) (2\\d{3}-[01]\\d-[0-3]\\d [0-2]\\d:[0-5]\\d:[0-5]\\d[.\\d]*[+-]\\d\\d)$`,
  ),
}

function readCursor(cursor: string | undefined, isLargest: boolean) {
  const text = Buffer.from(cursor ?? '', 'base64url').toString()
  const [, id, key] = cursors[isLargest ? 'largest' : 'aged'].exec(text) ?? []
  // Days such as 2026-02-31 would fail in PostgreSQL.
  if (!id || !key || (!isLargest && Number.isNaN(Date.parse(`${key}:00`.replace(' ', 'T')))))
    return undefined
  return { id, key }
}

/** All customers with bottles, the largest holders first, for the export. */
export const holderExport = (deps: { db: Db; clock: Clock }) => ({
  list: 'bottles',
  columns: holderColumns,
  page: async ({ cursor }: { cursor?: string | undefined }, limit: number) => {
    const { rows, next } = await listHolders(deps, { sort: 'largest', days: 0, cursor }, limit)
    return { rows, next: next ?? undefined }
  },
  total: async () => {
    const hasBottles = and(eq(bottleHolders.holder, 'customer'), gt(bottleHolders.bottles, 0))
    return String(await deps.db.$count(bottleHolders, hasBottles))
  },
})

const holderColumns = (toShopDate: (instant: string) => string): CsvColumns<CustomerHolder> => [
  ['Name', ({ name }) => name ?? ''],
  ['Email', ({ email }) => email],
  ['Bottles', ({ bottles }) => bottles],
  ['Last movement', ({ movedAt }) => (movedAt ? toShopDate(movedAt) : '')],
]
