import { expect, test } from 'vitest'
import { openShop } from '#tests/support/open-shop.ts'
import { audit } from '#tests/support/provider-books.ts'

test('probe', async () => {
  const begun = performance.now()
  const cpu = process.cpuUsage()
  const shop = await openShop({ env: { SEED: 'demo' }, seed: 'a' })
  const used = process.cpuUsage(cpu)
  console.log('ms', performance.now() - begun, (used.user + used.system) / 1000)
  console.log(await audit(shop))
  console.table(await shop.sql('select status, delivery_status, is_recurring, parent_order_id is not null as child, count(*) from orders group by 1,2,3,4 order by 1,2'))
  console.table(await shop.sql('select status, count(*), count(truck_id) from schedules group by 1'))
  console.table(await shop.sql("select date_trunc('month', created_at)::date::text m, count(*) from orders group by 1 order by 1"))
  console.table(await shop.sql('select name, sum(n) from counters group by 1'))
  console.table(await shop.sql('select status, count(*), sum(amount_cents) from payments group by 1'))
  console.table(await shop.sql("select o.id, customer_email, delivery_address, delivery_city, delivery_date, status, delivery_status, total_cents, invoice_number, created_at from orders o order by created_at desc limit 40"))
  console.table(await shop.sql("select o.id,  delivery_date, status, delivery_status, total_cents, invoice_number, created_at, recurring_frequency from orders o where customer_email like 'demo%' order by created_at desc limit 40"))
  console.table(await shop.sql("select recurring_frequency, status, count(*) from orders o where is_recurring group by 1,2"))
  expect(1).toBe(1)
})
