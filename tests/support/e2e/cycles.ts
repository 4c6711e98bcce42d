import { queryE2eDatabase } from './database.ts'

/** Writes database rows that would take the engine weeks to create. */

type CyclePaymentInput = { outcome?: 'soft' | 'hard'; code?: string }

/** Creates the first renewal: due today, its card declined once. */
export async function makeDeliveryUnpaid(
  baseURL: string | undefined,
  id: string,
  { outcome = 'soft', code = 'insufficient_funds' }: CyclePaymentInput = {},
): Promise<string> {
  const orderId = crypto.randomUUID()
  const run = (statement: string, values: unknown[]) => queryE2eDatabase(baseURL, statement, values)
  await run(
    `insert into orders (id, customer_id, customer_name, customer_email, customer_phone,
       delivery_address, delivery_city, delivery_state, delivery_zip, delivery_date, status,
       delivery_status, subtotal_cents, discount_cents, total_cents, bottles, is_recurring, parent_order_id,
       created_at, updated_at)
     select $2, customer_id, customer_name, customer_email, customer_phone, delivery_address,
       delivery_city, delivery_state, delivery_zip, current_date, 'pending', 'scheduled',
       subtotal_cents, discount_cents, total_cents, bottles, false, id, now(), now()
     from orders where id = $1`,
    [id, orderId],
  )
  await run(
    `insert into order_items (id, order_id, product_id, product_name, product_size, quantity,
       price_cents, position)
     select gen_random_uuid(), $2, product_id, product_name, product_size, quantity, price_cents,
       position from order_items where order_id = $1`,
    [id, orderId],
  )
  await run(
    `insert into payments (order_id, kind, amount_cents, customer_ref, created_at, updated_at)
     select $2, 'cycle', o.total_cents, s.customer_ref, now(), now()
     from orders o join subscriptions s on s.id = o.id where o.id = $1`,
    [id, orderId],
  )
  await run(
    `insert into cycles (subscription_id, cycle, date, status, order_id, due_at, failed_attempts,
       first_failed_at, last_code, hold_at, created_at, updated_at)
     values ($1, 1, current_date, 'unpaid', $2, now() + interval '12 hours', 1, now(), $3, now(),
       now(), now())`,
    [id, orderId, code],
  )
  await run(
    `insert into charge_attempts (id, order_id, number, intent_id, key, amount_cents,
       payment_method_ref, started_at, ended_at, outcome, code)
     select gen_random_uuid(), $2::uuid, 1, 'pi_' || $2::uuid, 'key-' || $2::uuid, o.total_cents,
       coalesce(s.payment_method_ref, ''), now(), now(), $3, $4
     from orders o join subscriptions s on s.id = o.id where o.id = $1`,
    [id, orderId, outcome, code],
  )
  await run(
    'update subscriptions set next_cycle = 2, next_date = next_date + 7 where id = $1 and next_cycle < 2',
    [id],
  )
  return orderId
}

/** A renewal that was delivered on a day without charges. */
export async function makeDeliveryDelivered(
  baseURL: string | undefined,
  id: string,
): Promise<string> {
  const orderId = await makeDeliveryUnpaid(baseURL, id)
  await queryE2eDatabase(
    baseURL,
    `update cycles set status = 'skipped', reason = 'missed_but_delivered', due_at = null, failed_attempts = 0,
       first_failed_at = null, last_code = null, hold_at = null where order_id = $1`,
    [orderId],
  )
  await queryE2eDatabase(baseURL, 'delete from charge_attempts where order_id = $1', [orderId])
  await queryE2eDatabase(baseURL, "update orders set delivery_status = 'delivered' where id = $1", [
    orderId,
  ])
  return orderId
}

/** A renewal that was skipped as missed because it was not reported as delivered in time. */
export async function makeDeliveryMissed(baseURL: string | undefined, id: string): Promise<string> {
  const orderId = await makeDeliveryDelivered(baseURL, id)
  await queryE2eDatabase(baseURL, "update cycles set reason = 'missed' where order_id = $1", [
    orderId,
  ])
  await queryE2eDatabase(
    baseURL,
    `update orders set status = 'cancelled', cancelled_at = now(), delivery_status = 'scheduled'
     where id = $1`,
    [orderId],
  )
  return orderId
}
