CREATE TABLE "case_photos" (
	"case_id" uuid PRIMARY KEY NOT NULL,
	"hash" text NOT NULL,
	"bytes" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "cases" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"text" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"queue_key" text NOT NULL,
	"outcome" text,
	"message" text,
	"amount_cents" integer,
	"refund_id" uuid,
	"schedule_id" uuid,
	"answered_by" text,
	"answered_at" timestamp with time zone,
	"answers" integer DEFAULT 0 NOT NULL,
	"problem" text
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "delivered_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "case_photos" ADD CONSTRAINT "case_photos_case_id_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."cases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cases" ADD CONSTRAINT "cases_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "cases_order_id_index" ON "cases" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "cases_queue" ON "cases" USING btree ("queue_key","id");--> statement-breakpoint
CREATE INDEX "cases_by_state" ON "cases" USING btree ("state","queue_key","id");--> statement-breakpoint
CREATE INDEX "cases_of_refunds" ON "cases" USING btree ("refund_id") WHERE refund_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "cases_open" ON "cases" USING btree ("order_id","kind") WHERE state = 'open' and answers = 0;--> statement-breakpoint
-- Orders of the last two days: problems with them can still be reported. The email was queued when
-- the order was marked as delivered.
UPDATE "orders" SET "delivered_at" = "emails"."created_at" FROM "emails"
	WHERE "emails"."kind" = 'delivered' AND "emails"."subject_id" = "orders"."id"
		AND "emails"."created_at" > now() - interval '2 days' AND "orders"."delivery_status" = 'delivered';
