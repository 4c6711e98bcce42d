CREATE TABLE "invoice_entries" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"customer_id" uuid,
	"order_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"cents" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "invoiced_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "method" text;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "pays_by" text DEFAULT 'card' NOT NULL;--> statement-breakpoint
ALTER TABLE "tenders" ADD COLUMN "refund_id" uuid;--> statement-breakpoint
CREATE INDEX "invoice_entries_customer_id_created_at_index" ON "invoice_entries" USING btree ("customer_id","created_at");--> statement-breakpoint
CREATE INDEX "invoice_entries_order_id_index" ON "invoice_entries" USING btree ("order_id");--> statement-breakpoint
ALTER TABLE "tenders" ADD CONSTRAINT "tenders_refundId_unique" UNIQUE("refund_id");--> statement-breakpoint
UPDATE "payments" SET "invoiced_at" = "created_at" WHERE "kind" = 'tender' AND "due_on" IS NOT NULL;
--> statement-breakpoint
-- Migrations run without triggers: the account of orders that were invoiced before.
INSERT INTO "invoice_entries" ("customer_id", "order_id", "kind", "cents", "created_at")
  SELECT o."customer_id", p."order_id", 'invoiced', p."amount_cents", p."invoiced_at"
  FROM "payments" p JOIN "orders" o ON o."id" = p."order_id" WHERE p."invoiced_at" IS NOT NULL;
--> statement-breakpoint
INSERT INTO "invoice_entries" ("customer_id", "order_id", "kind", "cents", "created_at")
  SELECT o."customer_id", p."order_id", 'received', -t."amount_cents", t."created_at"
  FROM "tenders" t JOIN "payments" p ON p."order_id" = t."order_id" JOIN "orders" o ON o."id" = t."order_id"
  WHERE p."invoiced_at" IS NOT NULL ORDER BY t."created_at", t."id";
--> statement-breakpoint
INSERT INTO "invoice_entries" ("customer_id", "order_id", "kind", "cents", "created_at")
  SELECT o."customer_id", o."id", 'cancelled', -sum(e."cents"), greatest(o."updated_at", max(e."created_at"))
  FROM "orders" o JOIN "invoice_entries" e ON e."order_id" = o."id" WHERE o."status" = 'cancelled'
  GROUP BY o."id" HAVING sum(e."cents") <> 0;
