CREATE INDEX "orders_by_date" ON "orders" USING btree ("delivery_date");--> statement-breakpoint
CREATE INDEX "orders_to_deliver" ON "orders" USING btree ("delivery_date") WHERE status = 'confirmed' and delivery_status = 'scheduled';--> statement-breakpoint
CREATE INDEX "orders_failed" ON "orders" USING btree ("created_at") WHERE delivery_status = 'failed';--> statement-breakpoint
CREATE INDEX "payments_failed" ON "payments" USING btree ("created_at") WHERE status = 'failed';