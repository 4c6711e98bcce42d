CREATE TABLE "plan_state" (
	"id" integer PRIMARY KEY NOT NULL,
	"is_outdated" boolean NOT NULL,
	"until" date NOT NULL
);
--> statement-breakpoint
CREATE TABLE "planned_deliveries" (
	"subscription_id" uuid NOT NULL,
	"cycle" integer NOT NULL,
	"date" date NOT NULL,
	"zip" text NOT NULL,
	"bottles" integer NOT NULL,
	CONSTRAINT "planned_deliveries_subscription_id_cycle_pk" PRIMARY KEY("subscription_id","cycle")
);
--> statement-breakpoint
CREATE TABLE "plans_to_update" (
	"subscription_id" uuid PRIMARY KEY NOT NULL,
	"mark" bigserial NOT NULL
);
--> statement-breakpoint
CREATE TABLE "zone_days" (
	"zone_id" uuid NOT NULL,
	"date" date NOT NULL,
	CONSTRAINT "zone_days_zone_id_date_pk" PRIMARY KEY("zone_id","date")
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "submitted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "zone_days" ADD CONSTRAINT "zone_days_zone_id_zones_id_fk" FOREIGN KEY ("zone_id") REFERENCES "public"."zones"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "planned_deliveries_by_date_and_zip" ON "planned_deliveries" USING btree ("date","zip");--> statement-breakpoint
CREATE INDEX "zone_days_date_index" ON "zone_days" USING btree ("date");--> statement-breakpoint
CREATE INDEX "orders_by_date_and_zip" ON "orders" USING btree ("delivery_date",left(delivery_zip, 5)) WHERE status <> 'cancelled';