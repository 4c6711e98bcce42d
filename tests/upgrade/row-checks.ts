import { same, type UpgradeChecks } from './upgrade-check.ts'

/** Row-by-row checks: orders, deliveries, payments and everything that belongs to them. */
export const rowChecks: UpgradeChecks = {
  customers: same(
    `select id, email, name, phone, first_signed_in_at, version, created_at from customers order by id`,
  ),
  orders: same(
    `select left(id::text, 8), id, customer_id, customer_name, customer_email, customer_phone,
       delivery_address, delivery_city, delivery_state, delivery_zip, delivery_date, status,
       delivery_status, subtotal_cents, discount_cents, total_cents, bottles, is_recurring,
       recurring_frequency, parent_order_id, invoice_number, version, created_at, updated_at,
       confirmed_at, cancelled_at from orders order by id`,
  ),
  'order items': same(
    `select order_id, position, product_id, product_name, product_size, quantity, price_cents
     from order_items order by order_id, position`,
  ),
  payments: same(
    `select order_id, intent_id, kind, amount_cents, currency, status, refunded_cents,
       outside_refunded_cents, payment_method_ref, customer_ref, paid_at, settle_failures,
       settle_retry_at, settle_error, set_aside_at, created_at from payments order by order_id`,
  ),
  'payment transitions': same(
    `select order_id, intent_id, from_status, to_status, created_at from payment_steps order by id`,
  ),
  'provider intents': same(
    `select id, order_id, livemode, created_at, closed_at from intents order by id`,
  ),
  'provider customers': same(
    `select customer_id, account, customer_ref, created_at from payers order by customer_ref`,
  ),
  declines: same(
    `select charge_ref, intent_id, code, created_at from declines order by charge_ref`,
  ),
  refunds: same(
    `select id, order_id, intent_id, amount_cents, reason, dedupe_key, status, provider_ref, attempts,
       key_version, last_error, due_at, created_at from refunds order by id`,
  ),
  disputes: same(
    `select id, order_id, intent_id, amount_cents, reason, state, evidence_due_at, opened_at, closed_at
     from disputes order by id`,
  ),
  'fraud warnings': same(
    `select id, order_id, intent_id, fraud_type, is_actionable, warned_at from fraud_warnings order by id`,
  ),
  subscriptions: same(
    `select id, customer_id, status, paused_until, frequency, anchor, anchor_cycle, next_cycle, next_date,
       customer_name, customer_phone, delivery_address, delivery_city, delivery_state, delivery_zip,
       payment_method_ref, customer_ref, provider_account, follows_default_card, version, created_at,
       cancelled_at from subscriptions order by id`,
  ),
  'subscription items': same(
    `select subscription_id, position, product_id, quantity from subscription_items
     order by subscription_id, position`,
  ),
  consents: same(
    `select order_id, words, total_cents, ip, is_signed_in, given_at from consents order by order_id`,
  ),
  cycles: same(
    `select subscription_id, cycle, date, is_moved, status, $skip_reason, order_id, due_at, tries,
       first_failed_at, last_code, held_at, released_at, is_approved, created_at
     from cycles order by subscription_id, cycle`,
  ),
  'one-time items': same(
    `select subscription_id, cycle, product_id, quantity from cycle_extras order by 1, 2, 3`,
  ),
  'charge attempts': same(
    `select order_id, number, intent_id, key, amount_cents, payment_method_ref, started_at, ended_at,
       $attempt_outcome, code, charge_ref from charge_attempts order by order_id, number`,
  ),
  emails: same(
    `select id, kind, subject_id, dedupe_key, $email_status, attempts, due_at, last_error, created_at, sent_at
     from mails order by id`,
  ),
  alerts: same(`select id, kind, subject, message, opened_at, ended_at from alerts order by id`),
  'audit log': same(
    `select id, actor, staff_id, staff_email, deed, subject_id, before, after, personal, at
     from audit_entries order by id`,
  ),
  'deferred effects': same(
    `select order_id, effect, version, due_at, done_at from deferred_order_effects order by 1, 2`,
  ),
  checkouts: same(
    `select id, browser_hash, order_id, placed_at, provisional_cents, intent_id, submission_hash,
       ended_at, ended_as, created_at from checkouts order by id`,
  ),
  trucks: same(
    `select id, name, license_plate, capacity, status, version, created_at from trucks order by id`,
  ),
  stops: same(
    `select id, order_id, truck_id, scheduled_date, scheduled_time, status, notes, version, created_at
     from schedules order by id`,
  ),
  staff: same(`select id, email, password_hash, created_at from staff order by id`),
  sessions: same(
    `select id, token_hash, customer_id, staff_id, browser, created_at, expires_at from sessions order by id`,
  ),
  'known devices': same(
    `select id, token_hash, customer_id, staff_id, created_at from known_devices order by id`,
  ),
  products: {
    before: `select id, name, size, description, price_cents, position, is_sold from products order by id`,
    after: `select p.id, name, size, description, cents, position, state = 'active'
      from products p join product_prices on product_id = p.id order by p.id`,
  },
  settings: same(`select name, md5(value) from settings order by name`),
}
