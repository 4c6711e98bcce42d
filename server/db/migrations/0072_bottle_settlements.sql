CREATE TABLE "bottle_settlements" (
	"order_id" uuid PRIMARY KEY NOT NULL,
	"route_id" uuid NOT NULL,
	"left" jsonb,
	"created_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone,
	"given_back_cents" integer,
	"released_cents" integer
);
--> statement-breakpoint
CREATE TABLE "deposit_counts" (
	"customer_id" uuid PRIMARY KEY NOT NULL,
	"bottles" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "bottle_settlements" ADD CONSTRAINT "bottle_settlements_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bottle_settlements_open" ON "bottle_settlements" USING btree ("created_at","order_id") WHERE settled_at is null;--> statement-breakpoint
CREATE INDEX "bottle_settlements_by_route" ON "bottle_settlements" USING btree ("route_id");