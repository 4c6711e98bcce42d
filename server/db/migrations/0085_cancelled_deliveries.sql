ALTER TABLE "orders" ADD COLUMN "delivery_cancelled_at" timestamp with time zone;--> statement-breakpoint
-- Until now only the audit log knew that staff had cancelled an order or its delivery.
UPDATE "orders" SET "delivery_cancelled_at" = cancelled.at
FROM (
  SELECT "subject_id", max("at") AS at FROM "audit_entries"
  WHERE "action" = 'order.updated'
    AND ("after" ->> 'status' = 'cancelled' OR "after" ->> 'isDeliveryCancelled' = 'true')
  GROUP BY "subject_id"
) cancelled
WHERE "orders"."id" = cancelled.subject_id;
