CREATE TABLE "deposit_openings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"customer_id" uuid,
	"bottles_held" integer NOT NULL,
	"bottles" integer NOT NULL,
	"cents" integer NOT NULL,
	"staff_email" text NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "imported_subscriptions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"customer_id" uuid NOT NULL,
	"match_key" text NOT NULL,
	"customer_name" text NOT NULL,
	"customer_email" text NOT NULL,
	"customer_phone" text NOT NULL,
	"delivery_address" text NOT NULL,
	"delivery_city" text NOT NULL,
	"delivery_state" text NOT NULL,
	"delivery_zip" text NOT NULL,
	"items" jsonb NOT NULL,
	"frequency" text NOT NULL,
	"next_date" date NOT NULL,
	"bottles_held" integer NOT NULL,
	"notes" text NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"token_hash" text,
	"requested_at" timestamp with time zone,
	"sent_at" timestamp with time zone,
	"expires_at" timestamp with time zone,
	"link_count" integer DEFAULT 0 NOT NULL,
	"setup_ref" text,
	"consent_text" text,
	"ip" text,
	"answered_at" timestamp with time zone,
	"subscription_id" uuid,
	"staff_email" text NOT NULL,
	"imported_at" timestamp with time zone NOT NULL,
	CONSTRAINT "imported_subscriptions_matchKey_unique" UNIQUE("match_key"),
	CONSTRAINT "imported_subscriptions_tokenHash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
ALTER TABLE "deposit_openings" ADD CONSTRAINT "deposit_openings_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imported_subscriptions" ADD CONSTRAINT "imported_subscriptions_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imported_subscriptions" ADD CONSTRAINT "imported_subscriptions_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "deposit_openings_by_customer" ON "deposit_openings" USING btree ("customer_id","at");--> statement-breakpoint
CREATE INDEX "imported_subscriptions_customer_id_index" ON "imported_subscriptions" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "imported_subscriptions_newest" ON "imported_subscriptions" USING btree ("imported_at","id");--> statement-breakpoint
CREATE INDEX "imported_subscriptions_waiting" ON "imported_subscriptions" USING btree ("requested_at") WHERE status = 'waiting';