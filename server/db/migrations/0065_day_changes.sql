CREATE TABLE "day_change_cycles" (
	"day_change_id" uuid NOT NULL,
	"subscription_id" uuid NOT NULL,
	"cycle" integer NOT NULL,
	"to_date" date NOT NULL,
	"stored_date" date,
	"was_rescheduled" boolean NOT NULL,
	CONSTRAINT "day_change_cycles_day_change_id_subscription_id_cycle_pk" PRIMARY KEY("day_change_id","subscription_id","cycle")
);
--> statement-breakpoint
CREATE TABLE "day_change_moves" (
	"day_change_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"from_date" date NOT NULL,
	"to_date" date NOT NULL,
	"version" integer NOT NULL,
	"was_rescheduled" boolean NOT NULL,
	"stops" jsonb NOT NULL,
	CONSTRAINT "day_change_moves_day_change_id_order_id_pk" PRIMARY KEY("day_change_id","order_id")
);
--> statement-breakpoint
CREATE TABLE "day_changes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"date" date NOT NULL,
	"zone_ids" uuid[],
	"kind" text NOT NULL,
	"to_date" date,
	"reason" text NOT NULL,
	"status" text NOT NULL,
	"counts" jsonb NOT NULL,
	"applied_by" text NOT NULL,
	"applied_at" timestamp with time zone NOT NULL,
	"undone_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "zones" ADD COLUMN "exceptions" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "day_change_cycles" ADD CONSTRAINT "day_change_cycles_day_change_id_day_changes_id_fk" FOREIGN KEY ("day_change_id") REFERENCES "public"."day_changes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "day_change_cycles" ADD CONSTRAINT "day_change_cycles_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "day_change_moves" ADD CONSTRAINT "day_change_moves_day_change_id_day_changes_id_fk" FOREIGN KEY ("day_change_id") REFERENCES "public"."day_changes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "day_change_moves" ADD CONSTRAINT "day_change_moves_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "day_change_moves_order_id_index" ON "day_change_moves" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "day_changes_newest" ON "day_changes" USING btree ("applied_at","id");