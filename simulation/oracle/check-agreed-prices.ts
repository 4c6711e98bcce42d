import { HOUR_MS } from '../time.ts'
import type { World } from '../world.ts'

type LineRow = {
  subscription_id: string
  order_id: string
  product_id: string
  price_cents: number
  created_at: Date
  /** The price in the first order. */
  first_cents: number | null
  /** The highest price that the owner agreed to for this date. */
  raised_cents: number | null
  /** The highest list price around the time the order was created. */
  list_cents: number
}

/** Clocks of the processes differ by some minutes. */
const MARGIN = `interval '${HOUR_MS / 1000} seconds'`

const LINES = `select o.parent_order_id as subscription_id, o.id as order_id, i.product_id,
    i.price_cents, o.created_at,
    (select min(f.price_cents) from order_items f
      where f.order_id = o.parent_order_id and f.product_id = i.product_id) as first_cents,
    (select max(q.new_cents) from price_questions q
      where q.subscription_id = o.parent_order_id and q.product_id = i.product_id
        and q.status = 'agreed' and q.first_date <= o.delivery_date) as raised_cents,
    (select max(p.cents) from product_prices p
      where p.product_id = i.product_id and p.valid_from <= o.created_at + ${MARGIN}
        and not exists (select 1 from product_prices later where later.product_id = p.product_id
          and later.valid_from > p.valid_from
          and later.valid_from <= o.created_at - ${MARGIN})) as list_cents
  from order_items i join orders o on o.id = i.order_id
  where o.parent_order_id is not null`

/**
 * Rules 31 and 32: a delivery costs no more than was agreed or listed, and comes without what was
 * sold out or archived when it was ordered. It is skipped only if nothing was left.
 */
export async function checkAgreedPrices(world: World): Promise<void> {
  const { oracle } = world
  for (const row of await world.sql<LineRow>(LINES)) {
    const { subscription_id, order_id, product_id, price_cents, first_cents, list_cents } = row
    const agreed = first_cents === null ? undefined : Math.max(first_cents, row.raised_cents ?? 0)
    const isChanged = oracle.offers.changedItems.has(subscription_id)
    if (agreed !== undefined && !isChanged && price_cents > agreed) {
      oracle.report('I8', `${order_id} costs ${price_cents} cents, but ${agreed} were agreed`)
    }
    if (price_cents > list_cents) {
      oracle.report('I8', `${order_id} costs ${price_cents} cents above the list price`)
    }
    if (oracle.offers.wasUnavailable(product_id, row.created_at.getTime())) {
      oracle.report('rule 31', `${order_id} was ordered with a product that was not offered`)
    }
  }
  await checkSkipped(world)
}

type SkippedRow = { subscription_id: string; cycle: number; product_id: string; updated_at: Date }

async function checkSkipped(world: World): Promise<void> {
  const { oracle } = world
  const rows = await world.sql<SkippedRow>(
    `select c.subscription_id, c.cycle, i.product_id, c.updated_at
     from cycles c join subscription_items i on i.subscription_id = c.subscription_id
     where c.status = 'skipped' and c.reason = 'product_unavailable'`,
  )
  for (const { subscription_id, cycle, product_id, updated_at } of rows) {
    const isChanged = oracle.offers.changedItems.has(subscription_id)
    if (!isChanged && oracle.offers.wasOffered(product_id, updated_at.getTime())) {
      oracle.report('rule 31', `cycle ${cycle} of ${subscription_id} was skipped with items left`)
    }
  }
}
