CREATE TABLE "delivery_points" (
	"customer_id" uuid NOT NULL,
	"address_key" text NOT NULL,
	"address" text NOT NULL,
	"zip" text NOT NULL,
	"lat" double precision,
	"lon" double precision,
	"place_source" text DEFAULT 'zip' NOT NULL,
	"gate_code" text,
	"instructions" text,
	"notes" text,
	"opening_hours" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"hours_are_hard" boolean DEFAULT true NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "delivery_points_customer_id_address_key_pk" PRIMARY KEY("customer_id","address_key"),
	CONSTRAINT "delivery_points_place" CHECK ((place_source = 'zip') = (lat is null) and (lat is null) = (lon is null))
);
--> statement-breakpoint
ALTER TABLE "delivery_points" ADD CONSTRAINT "delivery_points_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;