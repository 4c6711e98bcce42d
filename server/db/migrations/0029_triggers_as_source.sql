-- Functions and their triggers are defined in server/db/triggers from here on, and applied by the migrator.
-- Those that an index is built on stay with the migration of the index.
DROP FUNCTION IF EXISTS tell_catalog, tell_order, tell_payment, add_to_counter, count_rows,
  count_rows_by_status, shop_day, shop_month, add_to_tally, cents_taken, tally_orders, tally_payments,
  tally_brought, tally_anew, mark_failed_payment, keep_baskets, count_subscription, count_subscriptions,
  tally_subscription, tally_subscriptions, mark_scheduled, mark_schedules, mark_new_schedules,
  bottles_to_bring, add_bottles, tally_bottles, note_new_orders, tally_new_payments, protect_audit_entries
  CASCADE;
--> statement-breakpoint
-- A fleet is counted when it is asked for, and all stops are the sum of those by status.
DELETE FROM counters WHERE name = 'schedules' OR name = 'trucks' OR name LIKE 'trucks:%';
