CREATE TABLE "provider_customer_deletions" (
	"customer_ref" text PRIMARY KEY NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "orders_unpaid_to_erase" ON "orders" USING btree ("cancelled_at") WHERE status = 'cancelled' and customer_email is not null;