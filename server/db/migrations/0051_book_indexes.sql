CREATE INDEX "credit_entries_created" ON "credit_entries" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "payments_covered" ON "payments" USING btree ("paid_at") WHERE amount_cents = 0;--> statement-breakpoint
CREATE INDEX "payments_on_account" ON "payments" USING btree ("order_id") WHERE kind = 'tender';--> statement-breakpoint
CREATE INDEX "balance_transactions_intent" ON "balance_transactions" USING btree ("intent_id") WHERE intent_id is not null;--> statement-breakpoint
CREATE INDEX "tenders_received" ON "tenders" USING btree ("received_on","id");