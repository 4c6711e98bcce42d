DROP INDEX "orders_to_deliver";--> statement-breakpoint
DROP INDEX "orders_upcoming";--> statement-breakpoint
CREATE INDEX "orders_to_deliver_newest" ON "orders" USING btree ("created_at","id","delivery_date") WHERE status = 'confirmed' and delivery_status = 'scheduled' and not has_schedule;--> statement-breakpoint
CREATE INDEX "orders_upcoming_newest" ON "orders" USING btree ("created_at","id","delivery_date") WHERE status = 'pending' and parent_order_id is not null and delivery_status = 'scheduled' and not has_schedule;--> statement-breakpoint
CREATE INDEX "orders_to_deliver" ON "orders" USING btree ("delivery_date","id") WHERE status = 'confirmed' and delivery_status = 'scheduled' and not has_schedule;--> statement-breakpoint
CREATE INDEX "orders_upcoming" ON "orders" USING btree ("delivery_date","id") WHERE status = 'pending' and parent_order_id is not null and delivery_status = 'scheduled' and not has_schedule;