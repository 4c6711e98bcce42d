CREATE TABLE "phone_orders" (
	"order_id" uuid PRIMARY KEY NOT NULL,
	"request_id" uuid NOT NULL,
	"request_hash" text NOT NULL,
	"staff_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "phone_orders_requestId_unique" UNIQUE("request_id")
);
--> statement-breakpoint
CREATE TABLE "tenders" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"method" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"received_on" date NOT NULL,
	"reference" text NOT NULL,
	"reverses_id" uuid,
	"staff_id" uuid NOT NULL,
	"staff_email" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "tenders_reversesId_unique" UNIQUE("reverses_id")
);
--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "invoice_net_days" integer;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "channel" text DEFAULT 'web' NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "due_on" date;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "net_days" integer;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "expires_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "phone_orders" ADD CONSTRAINT "phone_orders_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "tenders_order_id_index" ON "tenders" USING btree ("order_id");