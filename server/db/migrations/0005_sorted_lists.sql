DROP INDEX "schedules_newest";--> statement-breakpoint
DROP INDEX "schedules_by_status";--> statement-breakpoint
DROP INDEX "trucks_newest";--> statement-breakpoint
DROP INDEX "customers_newest";--> statement-breakpoint
DROP INDEX "orders_newest";--> statement-breakpoint
DROP INDEX "orders_by_status";--> statement-breakpoint
DROP INDEX "orders_by_date";--> statement-breakpoint
DROP INDEX "orders_failed";--> statement-breakpoint
CREATE INDEX "schedules_by_date" ON "schedules" USING btree ("scheduled_date","id");--> statement-breakpoint
CREATE INDEX "schedules_by_status_and_date" ON "schedules" USING btree ("status","scheduled_date","id");--> statement-breakpoint
CREATE INDEX "trucks_by_name" ON "trucks" USING btree (lower("name"),"id");--> statement-breakpoint
CREATE INDEX "customers_by_name" ON "customers" USING btree (lower(coalesce("name", "email")),"id");--> statement-breakpoint
CREATE INDEX "orders_by_status_and_date" ON "orders" USING btree ("status","delivery_date","id");--> statement-breakpoint
CREATE INDEX "schedules_newest" ON "schedules" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "schedules_by_status" ON "schedules" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "trucks_newest" ON "trucks" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "customers_newest" ON "customers" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "orders_newest" ON "orders" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "orders_by_status" ON "orders" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_by_date" ON "orders" USING btree ("delivery_date","id");--> statement-breakpoint
CREATE INDEX "orders_failed" ON "orders" USING btree ("created_at","id") WHERE delivery_status = 'failed' and status <> 'cancelled';