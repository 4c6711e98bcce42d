CREATE INDEX "driver_events_added_stops" ON "driver_events" USING btree ("route_id") WHERE type = 'stop-added';--> statement-breakpoint
CREATE INDEX "orders_failed_after_cancel" ON "orders" USING btree ("created_at","id") WHERE delivery_status = 'failed' and status = 'cancelled' and is_recurring;--> statement-breakpoint
-- Ids of events are compared in small letters; what a phone sent in capitals was stored as it was.
UPDATE "driver_events" SET "stop_id" = lower("stop_id") WHERE "stop_id" <> lower("stop_id");
