ALTER TABLE "declines" ADD COLUMN "network" text;--> statement-breakpoint
ALTER TABLE "intents" ADD COLUMN "network" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "asked_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "declines_by_visitors" ON "declines" USING btree ("created_at") WHERE network is not null;--> statement-breakpoint
CREATE INDEX "payments_paid" ON "payments" USING btree ("paid_at") WHERE kind = 'checkout' and paid_at is not null;