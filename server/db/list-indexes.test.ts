import { type Column, type SQL, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { orderAttentionFilters } from '#server/modules/backoffice/index.ts'
import { onHold } from '#server/modules/deliveries/index.ts'
import { scheduleSorts } from '#server/modules/dispatch/schedules.ts'
import { schedules } from '#server/modules/dispatch/tables.ts'
import { trucks } from '#server/modules/fleet/tables.ts'
import { truckSorts } from '#server/modules/fleet/trucks.ts'
import { customerSorts } from '#server/modules/identity/customers/staff-customers.ts'
import { customers } from '#server/modules/identity/tables.ts'
import { orderSorts } from '#server/modules/orders/queries.ts'
import { orders } from '#server/modules/orders/tables.ts'
import { subscriptionSorts } from '#server/modules/subscriptions/staff/staff-list.ts'
import { cycles, subscriptions } from '#server/modules/subscriptions/tables.ts'
import { openShop } from '#tests/support/open-shop.ts'
import { hasStatus, keyset, type Sorts } from './keyset.ts'

type ListOfStatus = { id: Column; status: Column; sorts: Sorts<string>; index: string }

type IndexedList = { name: string; id: Column; sorts: Sorts<string>; wheres?: SQL[] }

const listed: IndexedList[] = [
  { name: 'orders', id: orders.id, sorts: orderSorts, wheres: [sql`${orders.status} = 'pending'`] },
  { name: 'customers', id: customers.id, sorts: customerSorts },
  { name: 'trucks', id: trucks.id, sorts: truckSorts },
  {
    name: 'schedules',
    id: schedules.id,
    sorts: scheduleSorts,
    wheres: [sql`${schedules.status} = 'pending'`],
  },
  {
    name: 'subscriptions',
    id: subscriptions.id,
    sorts: subscriptionSorts,
    wheres: [sql`${subscriptions.status} = 'active'`],
  },
]

test('every sort, with or without a status filter, uses an index', async () => {
  const { deps } = await openShop()
  await deps.db.transaction(async (tx) => {
    // Sorting an empty table costs nothing, so a plan sorts only if no index fits.
    await tx.execute(sql`set local enable_seqscan = off`)
    await tx.execute(sql`set local enable_sort = off`)
    for (const { name, id, sorts, wheres = [] } of listed) {
      for (const sort of Object.keys(sorts)) {
        for (const where of [sql`true`, ...wheres]) {
          const { orderBy } = keyset(sorts, id, { sort })
          const { rows } = await tx.execute(sql`explain select 1 from ${id.table}
            where ${where} order by ${sql.join(orderBy, sql`, `)} limit 51`)
          const plan = rows.map((row) => Object.values(row)[0]).join('\n')
          // An incremental sort is fine here: email addresses are unique, so the id never matters.
          expect(plan, `${name} ${sort}`).not.toMatch(/(^|->\s+)Sort /)
        }
      }
    }
  })
})

const dates = {
  today: '2026-03-04',
  dueBefore: '2026-03-18',
  pastCutoffOn: '2026-03-05',
  owedSince: '2025-12-04',
}
const [dueSoon, pastCutoff, owed] = orderAttentionFilters('unscheduled', dates)

test('the orders to be scheduled have indexes of their own in every sort', async () => {
  const { deps } = await openShop()
  await deps.db.transaction(async (tx) => {
    // Only they are left, so that a plan without them sorts, with any statistics.
    await tx.execute(sql`do $$
      declare unused text;
      begin
        for unused in
          select i.indexrelid::regclass from pg_index i
          where i.indrelid = 'orders'::regclass and not i.indisunique
            and i.indexrelid::regclass::text !~ '^orders_(to_deliver|upcoming)'
        loop execute 'drop index ' || unused; end loop;
      end $$`)
    for (const name of ['seqscan', 'sort'])
      await tx.execute(sql.raw(`set local enable_${name} = off`))
    for (const filter of [dueSoon, pastCutoff])
      for (const sort of Object.keys(orderSorts)) {
        const { orderBy } = keyset(orderSorts, orders.id, { sort })
        const { rows } = await tx.execute(sql`explain select * from ${orders}
          where ${filter} order by ${sql.join(orderBy, sql`, `)} limit 51`)
        const plan = rows.map((line) => Object.values(line)[0]).join('\n')
        expect(plan).toMatch(/using orders_(to_deliver|upcoming)/)
        expect(plan).toMatch(/Index Cond: \(delivery_date <= /)
        expect(plan).not.toMatch(/Sort/)
      }
  })
})

test('the deliveries that cancelled subscriptions are owed are found by their dates', async () => {
  const { deps } = await openShop()
  await deps.db.transaction(async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`)
    const { rows } = await tx.execute(sql`explain select 1 from ${orders} where ${owed}`)
    const plan = rows.map((line) => Object.values(line)[0]).join('\n')
    expect(plan).toMatch(/Index Cond: .*delivery_date <= .*delivery_date >= /)
  })
})

test('the deliveries on hold have an index of their own', async () => {
  const { deps } = await openShop()
  await deps.db.transaction(async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`)
    const { rows } = await tx.execute(sql`explain select 1 from ${cycles} where ${onHold(cycles)}`)
    expect(rows.map((line) => Object.values(line)[0]).join('\n')).toMatch(
      / (on|using) cycles_on_hold/,
    )
  })
})

test('a list of one status reads no rows of another status, whatever most rows have', async () => {
  const { deps } = await openShop()
  const lists: ListOfStatus[] = [
    { id: orders.id, status: orders.status, sorts: orderSorts, index: 'orders_by_status' },
    {
      id: schedules.id,
      status: schedules.status,
      sorts: scheduleSorts,
      index: 'schedules_by_status',
    },
  ]
  const keys = { date: '2026-03-04', timestamptz: '2026-03-04 10:00:00+00', text: '' }
  await deps.db.transaction(async (tx) => {
    for (const name of ['seqscan', 'sort', 'incremental_sort'])
      await tx.execute(sql.raw(`set local enable_${name} = off`))
    for (const { id, status, sorts, index } of lists) {
      for (const [sort, { type }] of Object.entries(sorts)) {
        const last = `00000000-0000-4000-8000-000000000000 ${keys[type]}`
        for (const cursor of [undefined, Buffer.from(last).toString('base64url')]) {
          const { orderBy, after } = keyset(sorts, id, { sort, ...(cursor && { cursor }) }, status)
          const { rows } = await tx.execute(sql`explain select 1 from ${id.table}
            where ${hasStatus(status, 'completed', cursor ? { cursor } : {})} and ${after ?? sql`true`}
            order by ${sql.join(orderBy, sql`, `)} limit 51`)
          const plan = rows.map((line) => Object.values(line)[0]).join('\n')
          expect(plan).not.toMatch(/Sort/)
          // The start of a later page is found by its cursor, in any index of the sort.
          // With `=` another index would fit, and be chosen for a status that most rows have.
          if (!cursor) expect(plan).toMatch(new RegExp(`using ${index}[^]*status >= 'completed'`))
          else expect(plan).toMatch(/Index Cond: .*ROW/)
        }
      }
    }
  })
})
