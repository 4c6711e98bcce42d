CREATE TABLE "price_questions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"subscription_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"price_id" bigint NOT NULL,
	"old_cents" integer NOT NULL,
	"new_cents" integer NOT NULL,
	"first_date" date NOT NULL,
	"mode" text NOT NULL,
	"status" text NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"last_asked_at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone,
	"answered_via" text,
	"consent_text" text,
	"ip" text
);
--> statement-breakpoint
ALTER TABLE "shop_settings" ADD COLUMN "price_increases" text DEFAULT 'ask' NOT NULL;--> statement-breakpoint
ALTER TABLE "price_questions" ADD CONSTRAINT "price_questions_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_questions" ADD CONSTRAINT "price_questions_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_questions" ADD CONSTRAINT "price_questions_price_id_product_prices_id_fk" FOREIGN KEY ("price_id") REFERENCES "public"."product_prices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "price_questions_subscription_id_index" ON "price_questions" USING btree ("subscription_id");--> statement-breakpoint
CREATE INDEX "price_questions_price_id_status_index" ON "price_questions" USING btree ("price_id","status");--> statement-breakpoint
CREATE UNIQUE INDEX "price_questions_open" ON "price_questions" USING btree ("subscription_id","product_id") WHERE status = 'open';