CREATE TABLE "bottle_balances" (
	"holder" text NOT NULL,
	"holder_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"full" integer NOT NULL,
	"empty" integer NOT NULL,
	"damaged" integer NOT NULL,
	CONSTRAINT "bottle_balances_holder_holder_id_kind_pk" PRIMARY KEY("holder","holder_id","kind")
);
--> statement-breakpoint
CREATE TABLE "bottle_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"reversed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "bottle_holders" (
	"holder" text NOT NULL,
	"holder_id" uuid NOT NULL,
	"bottles" integer DEFAULT 0 NOT NULL,
	"moved_at" timestamp with time zone,
	CONSTRAINT "bottle_holders_holder_holder_id_pk" PRIMARY KEY("holder","holder_id")
);
--> statement-breakpoint
CREATE TABLE "bottle_movements" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"event_id" uuid NOT NULL,
	"line" integer,
	"kind" text NOT NULL,
	"product_id" uuid,
	"state" text NOT NULL,
	"quantity" integer NOT NULL,
	"from" text NOT NULL,
	"from_id" uuid,
	"to" text NOT NULL,
	"to_id" uuid,
	"cause" text NOT NULL,
	"reverses" bigint,
	"order_id" uuid,
	"route_id" uuid,
	"driver_id" uuid,
	"date" date,
	"reason" text,
	"staff_email" text,
	"at" timestamp with time zone NOT NULL,
	"booked_at" timestamp with time zone NOT NULL,
	CONSTRAINT "bottle_movements_quantity" CHECK ("bottle_movements"."quantity" > 0),
	CONSTRAINT "bottle_movements_from_id" CHECK (("bottle_movements"."from_id" is not null) = ("bottle_movements"."from" in ('customer', 'truck'))),
	CONSTRAINT "bottle_movements_to_id" CHECK (("bottle_movements"."to_id" is not null) = ("bottle_movements"."to" in ('customer', 'truck')))
);
--> statement-breakpoint
CREATE TABLE "bottle_routes" (
	"route_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"truck_id" uuid NOT NULL,
	"driver_id" uuid,
	"date" date NOT NULL,
	"loaded" integer NOT NULL,
	"left" integer NOT NULL,
	"taken" integer NOT NULL,
	"returned" integer NOT NULL,
	"corrected" integer NOT NULL,
	CONSTRAINT "bottle_routes_route_id_kind_pk" PRIMARY KEY("route_id","kind")
);
--> statement-breakpoint
ALTER TABLE "bottle_movements" ADD CONSTRAINT "bottle_movements_event_id_bottle_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."bottle_events"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bottle_movements" ADD CONSTRAINT "bottle_movements_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bottle_movements" ADD CONSTRAINT "bottle_movements_reverses_bottle_movements_id_fk" FOREIGN KEY ("reverses") REFERENCES "public"."bottle_movements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bottle_holders_largest" ON "bottle_holders" USING btree ("holder","bottles","holder_id");--> statement-breakpoint
CREATE INDEX "bottle_holders_aged" ON "bottle_holders" USING btree ("holder","moved_at","holder_id");--> statement-breakpoint
CREATE UNIQUE INDEX "bottle_movements_line" ON "bottle_movements" USING btree ("event_id","line");--> statement-breakpoint
CREATE UNIQUE INDEX "bottle_movements_reversal" ON "bottle_movements" USING btree ("reverses");--> statement-breakpoint
CREATE INDEX "bottle_movements_to" ON "bottle_movements" USING btree ("to","to_id","at","id");--> statement-breakpoint
CREATE INDEX "bottle_movements_from" ON "bottle_movements" USING btree ("from","from_id","at","id");--> statement-breakpoint
CREATE INDEX "bottle_movements_at" ON "bottle_movements" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "bottle_movements_of_orders" ON "bottle_movements" USING btree ("order_id") WHERE order_id is not null;--> statement-breakpoint
CREATE INDEX "bottle_movements_of_routes" ON "bottle_movements" USING btree ("route_id") WHERE route_id is not null;--> statement-breakpoint
CREATE INDEX "bottle_routes_by_date" ON "bottle_routes" USING btree ("date","route_id");