ALTER TABLE "orders" ADD COLUMN "delivery_window" jsonb;--> statement-breakpoint
ALTER TABLE "cycles" ADD COLUMN "delivery_window" jsonb;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "delivery_window" jsonb;