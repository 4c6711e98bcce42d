ALTER TABLE "day_change_moves" ADD COLUMN "lost_window" jsonb;--> statement-breakpoint
ALTER TABLE "standing_orders" ADD COLUMN "name" text;