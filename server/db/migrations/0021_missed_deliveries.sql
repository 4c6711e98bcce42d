DROP INDEX "cycles_brought";--> statement-breakpoint
CREATE INDEX "cycles_missed" ON "cycles" USING btree ("subscription_id") WHERE status = 'skipped' and reason in ('missed', 'missed_delivered');