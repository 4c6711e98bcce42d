CREATE TABLE "heartbeats" (
	"name" text PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
DROP INDEX "declines_by_clients";--> statement-breakpoint
DROP INDEX "payments_paid";--> statement-breakpoint
CREATE INDEX "declines_newest" ON "declines" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "payments_paid" ON "payments" USING btree ("paid_at") WHERE paid_at is not null;