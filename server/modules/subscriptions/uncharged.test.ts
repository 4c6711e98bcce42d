import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { DeliveryStatus, OrderStatus } from '#contract/orders.ts'
import { openShop } from '#tests/support/open-shop.ts'
import { isUncharged, uncharged } from './uncharged.ts'

test('code and SQL agree about which deliveries were never charged', async () => {
  const { deps } = await openShop()
  for (const status of ['skipped', 'paid'])
    for (const reason of ['missed', 'missed_but_delivered', 'customer', null])
      for (const orderStatus of OrderStatus.options)
        for (const deliveryStatus of DeliveryStatus.options) {
          const cycle = { status, reason }
          const order = { status: orderStatus, deliveryStatus }
          const text = (value: string | null) => sql`${value}::text`
          const inSql = uncharged(
            { status: text(status), reason: text(reason) },
            { status: text(orderStatus), deliveryStatus: text(deliveryStatus) },
          )
          const { rows } = await deps.db.execute(sql`select coalesce(${inSql}, false) as result`)
          expect([cycle, order, rows[0]?.result]).toEqual([cycle, order, isUncharged(cycle, order)])
        }
})
