import { expect } from 'vitest'
import { defaultCalendar } from '#contract/dates/shop-calendar.ts'
import type { TestShop } from '../open-shop.ts'

type Row = {
  id: string
  status: string
  delivery_status: string
  delivery_date: string
  is_recurring: boolean
  recurring_frequency: string | null
  parent_order_id: string | null
  invoice_number: number | null
  created_at: Date
  confirmed_at: Date | null
  cancelled_at: Date | null
  subtotal_cents: number
  discount_cents: number
  total_cents: number
  payment: string | null
  amount_cents: number | null
  items: { priceCents: number; quantity: number }[]
}

export const demo = { SEED: 'demo' }

export const calendar = defaultCalendar('America/New_York')

export const readOrders = (shop: TestShop) =>
  shop.sql<Row>(
    `select o.*, p.status as payment, p.amount_cents,
       (select json_agg(json_build_object('priceCents', price_cents, 'quantity', quantity))
        from order_items i where i.order_id = o.id) as items
     from orders o left join payments p on p.order_id = o.id order by o.confirmed_at, o.id`,
  )

export const countRows = async (shop: TestShop, table: string) =>
  (await shop.sql<{ n: number }>(`select count(*) as n from ${table}`))[0]?.n

export async function expectGaplessInvoices(shop: TestShop) {
  const numbers = (await readOrders(shop)).flatMap(({ invoice_number: n }) => (n ? [n] : []))
  expect(numbers.toSorted((a, b) => a - b)).toEqual(numbers.map((_, place) => place + 1))
  expect(await shop.sql('select last_number from invoice_counter')).toEqual([
    { last_number: numbers.length },
  ])
  return numbers
}

export async function expectTrueCounters(shop: TestShop) {
  const kept = await shop.sql<{ name: string; n: number }>(
    'select name, sum(n)::int as n from counters group by name having sum(n) <> 0 order by name',
  )
  const counted = await shop.sql<{ name: string; n: number }>(
    `select 'customers' as name, count(*)::int as n from customers
     union all select 'orders', count(*)::int from orders
     union all select 'schedules:' || status, count(*)::int from schedules group by status
     order by name`,
  )
  expect(kept).toEqual(counted)
}
