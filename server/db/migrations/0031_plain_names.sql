-- Renames tables, columns, indexes and stored values to the words of docs/glossary.md. No fact changes.
ALTER TABLE mails RENAME TO emails;
--> statement-breakpoint
ALTER INDEX mails_pkey RENAME TO emails_pkey;
--> statement-breakpoint
ALTER INDEX "mails_dedupeKey_unique" RENAME TO "emails_dedupeKey_unique";
--> statement-breakpoint
ALTER INDEX mails_subject_id_index RENAME TO emails_subject_id_index;
--> statement-breakpoint
DROP INDEX mails_due;
--> statement-breakpoint
UPDATE emails SET status = CASE status WHEN 'waiting' THEN 'pending' ELSE 'discarded' END
WHERE status IN ('waiting', 'dropped');
--> statement-breakpoint
ALTER TABLE emails ALTER COLUMN status SET DEFAULT 'pending';
--> statement-breakpoint
CREATE INDEX emails_due ON emails (due_at) WHERE status = 'pending';
--> statement-breakpoint
ALTER TABLE payers RENAME TO provider_customers;
--> statement-breakpoint
ALTER INDEX payers_customer_id_account_pk RENAME TO provider_customers_customer_id_account_pk;
--> statement-breakpoint
ALTER INDEX "payers_customerRef_unique" RENAME TO "provider_customers_customerRef_unique";
--> statement-breakpoint
ALTER TABLE payment_steps RENAME TO payment_transitions;
--> statement-breakpoint
ALTER INDEX payment_steps_pkey RENAME TO payment_transitions_pkey;
--> statement-breakpoint
ALTER INDEX payment_steps_order_id_index RENAME TO payment_transitions_order_id_index;
--> statement-breakpoint
ALTER SEQUENCE payment_steps_id_seq RENAME TO payment_transitions_id_seq;
--> statement-breakpoint
ALTER TABLE provider_marks RENAME TO provider_checkpoints;
--> statement-breakpoint
ALTER INDEX provider_marks_pkey RENAME TO provider_checkpoints_pkey;
--> statement-breakpoint
ALTER TABLE engine_marks RENAME TO engine_heartbeats;
--> statement-breakpoint
ALTER INDEX engine_marks_pkey RENAME TO engine_heartbeats_pkey;
--> statement-breakpoint
ALTER TABLE tallies RENAME TO rollups;
--> statement-breakpoint
ALTER INDEX tallies_name_day_shard_pk RENAME TO rollups_name_day_shard_pk;
--> statement-breakpoint
UPDATE rollups SET name = 'renewals' WHERE name = 'brought';
--> statement-breakpoint
ALTER TABLE cycle_extras RENAME TO one_time_items;
--> statement-breakpoint
ALTER TABLE one_time_items RENAME CONSTRAINT cycle_extras_subscription_id_subscriptions_id_fk TO one_time_items_subscription_id_subscriptions_id_fk;
--> statement-breakpoint
ALTER TABLE one_time_items RENAME CONSTRAINT cycle_extras_product_id_products_id_fk TO one_time_items_product_id_products_id_fk;
--> statement-breakpoint
ALTER TABLE one_time_items RENAME CONSTRAINT cycle_extras_subscription_id_cycle_product_id_pk TO one_time_items_subscription_id_cycle_product_id_pk;
--> statement-breakpoint
ALTER TABLE audit_entries RENAME COLUMN deed TO action;
--> statement-breakpoint
UPDATE audit_entries SET action = CASE action WHEN 'mail.resent' THEN 'email.resent' ELSE 'order.charged_total_applied' END
WHERE action IN ('mail.resent', 'order.charged_total_adopted');
--> statement-breakpoint
ALTER TABLE cycles RENAME COLUMN held_at TO hold_at;
--> statement-breakpoint
ALTER TABLE cycles RENAME COLUMN tries TO failed_attempts;
--> statement-breakpoint
ALTER INDEX cycles_held RENAME TO cycles_on_hold;
--> statement-breakpoint
DROP INDEX cycles_missed;
--> statement-breakpoint
UPDATE cycles SET reason = CASE reason WHEN 'product_gone' THEN 'product_unavailable' ELSE 'missed_but_delivered' END
WHERE reason IN ('product_gone', 'missed_delivered');
--> statement-breakpoint
CREATE INDEX cycles_missed ON cycles (subscription_id)
WHERE status = 'skipped' AND reason IN ('missed', 'missed_but_delivered');
--> statement-breakpoint
ALTER TABLE subscriptions RENAME COLUMN follows_default_card TO uses_default_card;
--> statement-breakpoint
ALTER TABLE subscriptions RENAME COLUMN basket TO item_quantities;
--> statement-breakpoint
ALTER TABLE subscription_counts RENAME COLUMN basket TO item_quantities;
--> statement-breakpoint
ALTER INDEX subscriptions_by_age RENAME TO subscriptions_by_created_at;
--> statement-breakpoint
ALTER INDEX subscriptions_by_status_and_age RENAME TO subscriptions_by_status_and_created_at;
--> statement-breakpoint
ALTER TABLE consents RENAME COLUMN words TO text;
--> statement-breakpoint
ALTER TABLE products RENAME COLUMN is_sold TO is_available;
--> statement-breakpoint
ALTER TABLE login_requests RENAME COLUMN code_tries TO code_attempts;
--> statement-breakpoint
ALTER TABLE payments RENAME COLUMN asked_at TO read_started_at;
--> statement-breakpoint
ALTER TABLE sandbox.objects RENAME COLUMN behaviour TO behavior;
--> statement-breakpoint
UPDATE charge_attempts SET outcome = 'not_processed' WHERE outcome = 'lost';
--> statement-breakpoint
ALTER INDEX orders_coming RENAME TO orders_upcoming;
--> statement-breakpoint
ALTER INDEX declines_by_visitors RENAME TO declines_by_clients;
--> statement-breakpoint
ALTER INDEX orders_words RENAME TO orders_search_text;
--> statement-breakpoint
ALTER INDEX customers_words RENAME TO customers_search_text;
--> statement-breakpoint
ALTER FUNCTION order_words RENAME TO order_search_text;
--> statement-breakpoint
ALTER FUNCTION customer_words RENAME TO customer_search_text;
--> statement-breakpoint
UPDATE settings SET name = 'clock_offset_ms' WHERE name = 'clock_ahead_ms';
--> statement-breakpoint
UPDATE alerts SET subject = renamed.new_name FROM (VALUES
  ('mail.send', 'email.send'), ('mail.sendSignIn', 'email.sendSignIn'),
  ('payment.endDeclined', 'payment.cancelDeclined'), ('refund.follow', 'refund.sync'),
  ('delivery.plan', 'delivery.createOrders'), ('subscription.foldCounts', 'subscription.compactCounts'),
  ('payment.forgetNetworks', 'payment.purgeNetworks'), ('session.forget', 'session.purge'),
  ('limits.forget', 'rateLimit.purge')
) AS renamed (old_name, new_name) WHERE kind = 'job_stalled' AND subject = renamed.old_name;
