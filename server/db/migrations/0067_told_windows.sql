CREATE TABLE "told_windows" (
	"order_id" uuid PRIMARY KEY NOT NULL,
	"date" date NOT NULL,
	"expected_at" timestamp with time zone,
	"told_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "routes" ADD COLUMN "published_version" integer;--> statement-breakpoint
ALTER TABLE "told_windows" ADD CONSTRAINT "told_windows_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;