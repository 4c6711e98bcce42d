CREATE TABLE "receipts" (
	"stop_id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"event_id" uuid,
	"revision" integer NOT NULL,
	"sent_event_id" uuid,
	"sent_revision" integer,
	"sent_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "report_until" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "receipts_order_id_index" ON "receipts" USING btree ("order_id");