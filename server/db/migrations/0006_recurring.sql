CREATE TABLE "charge_attempts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"intent_id" text NOT NULL,
	"key" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"payment_method_ref" text NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"outcome" text,
	"code" text,
	CONSTRAINT "charge_attempts_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "consents" (
	"order_id" uuid PRIMARY KEY NOT NULL,
	"words" text NOT NULL,
	"total_cents" integer NOT NULL,
	"ip" text,
	"is_signed_in" boolean NOT NULL,
	"given_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "cycle_extras" (
	"subscription_id" uuid NOT NULL,
	"cycle" integer NOT NULL,
	"product_id" uuid NOT NULL,
	"quantity" integer NOT NULL,
	CONSTRAINT "cycle_extras_subscription_id_cycle_product_id_pk" PRIMARY KEY("subscription_id","cycle","product_id")
);
--> statement-breakpoint
CREATE TABLE "cycles" (
	"subscription_id" uuid NOT NULL,
	"cycle" integer NOT NULL,
	"date" date NOT NULL,
	"is_moved" boolean DEFAULT false NOT NULL,
	"status" text NOT NULL,
	"reason" text,
	"order_id" uuid,
	"due_at" timestamp with time zone,
	"lease" uuid,
	"leased_until" timestamp with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	"first_failed_at" timestamp with time zone,
	"last_code" text,
	"held_at" timestamp with time zone,
	"released_at" timestamp with time zone,
	"is_approved" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "cycles_subscription_id_cycle_pk" PRIMARY KEY("subscription_id","cycle"),
	CONSTRAINT "cycles_orderId_unique" UNIQUE("order_id")
);
--> statement-breakpoint
CREATE TABLE "engine_marks" (
	"name" text PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "subscription_items" (
	"subscription_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"quantity" integer NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "subscription_items_subscription_id_product_id_pk" PRIMARY KEY("subscription_id","product_id")
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"customer_id" uuid,
	"status" text NOT NULL,
	"paused_until" date,
	"frequency" text NOT NULL,
	"anchor" date NOT NULL,
	"anchor_cycle" integer NOT NULL,
	"next_cycle" integer NOT NULL,
	"next_date" date,
	"customer_name" text,
	"customer_phone" text,
	"delivery_address" text,
	"delivery_city" text NOT NULL,
	"delivery_state" text NOT NULL,
	"delivery_zip" text NOT NULL,
	"payment_method_ref" text,
	"customer_ref" text,
	"follows_default_card" boolean NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"cancelled_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "kind" text DEFAULT 'checkout' NOT NULL;--> statement-breakpoint
ALTER TABLE "charge_attempts" ADD CONSTRAINT "charge_attempts_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cycle_extras" ADD CONSTRAINT "cycle_extras_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cycle_extras" ADD CONSTRAINT "cycle_extras_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cycles" ADD CONSTRAINT "cycles_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cycles" ADD CONSTRAINT "cycles_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription_items" ADD CONSTRAINT "subscription_items_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription_items" ADD CONSTRAINT "subscription_items_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_id_orders_id_fk" FOREIGN KEY ("id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "charge_attempts_order_id_number_index" ON "charge_attempts" USING btree ("order_id","number");--> statement-breakpoint
CREATE INDEX "cycles_due" ON "cycles" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "cycles_open" ON "cycles" USING btree ("subscription_id") WHERE status in ('ordered', 'charging', 'unpaid');--> statement-breakpoint
CREATE INDEX "cycles_held" ON "cycles" USING btree ("held_at") WHERE held_at is not null and status <> 'paid';--> statement-breakpoint
CREATE INDEX "cycles_failed" ON "cycles" USING btree ("first_failed_at") WHERE first_failed_at is not null;--> statement-breakpoint
CREATE INDEX "subscriptions_customer_id_index" ON "subscriptions" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "subscriptions_customer_ref_index" ON "subscriptions" USING btree ("customer_ref");--> statement-breakpoint
CREATE INDEX "subscriptions_to_plan" ON "subscriptions" USING btree ("next_date") WHERE next_date is not null and status in ('active', 'paused');--> statement-breakpoint
CREATE INDEX "subscriptions_newest" ON "subscriptions" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "subscriptions_by_status" ON "subscriptions" USING btree ("status","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "subscriptions_cancelled" ON "subscriptions" USING btree ("cancelled_at") WHERE status = 'cancelled';