ALTER TABLE "payments" ADD COLUMN "settle_failures" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "settle_retry_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "settle_error" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "set_aside_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "payments_settle_retry" ON "payments" USING btree ("settle_retry_at") WHERE settle_retry_at is not null;--> statement-breakpoint
CREATE INDEX "payments_set_aside" ON "payments" USING btree ("set_aside_at") WHERE set_aside_at is not null;