CREATE TABLE "near_email_choices" (
	"order_id" uuid PRIMARY KEY NOT NULL,
	"is_wanted" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "near_email_customers" (
	"customer_id" uuid PRIMARY KEY NOT NULL,
	"since" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "near_email_choices" ADD CONSTRAINT "near_email_choices_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "near_email_customers" ADD CONSTRAINT "near_email_customers_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;