DROP INDEX "subscriptions_newest";--> statement-breakpoint
DROP INDEX "subscriptions_by_status";--> statement-breakpoint
CREATE INDEX "cycles_brought" ON "cycles" USING btree ("subscription_id") WHERE status = 'skipped' and reason = 'missed_delivered';--> statement-breakpoint
CREATE INDEX "cycles_paid" ON "cycles" USING btree ("date","order_id") WHERE status = 'paid';--> statement-breakpoint
CREATE INDEX "subscriptions_by_age" ON "subscriptions" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "subscriptions_by_status_and_age" ON "subscriptions" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "subscriptions_by_next_date" ON "subscriptions" USING btree (coalesce(next_date, '9999-12-31'::date),"id");--> statement-breakpoint
CREATE INDEX "subscriptions_by_status_and_next_date" ON "subscriptions" USING btree ("status",coalesce(next_date, '9999-12-31'::date),"id");