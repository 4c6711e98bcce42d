ALTER TABLE "orders" ADD COLUMN "price_lines" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
-- A total may now contain adjustments, and later taxes, deposits and fees.
ALTER TABLE "orders" DROP CONSTRAINT "orders_sums_agree";--> statement-breakpoint
-- No amount, status or date changes, so no trigger has anything to do.
ALTER TABLE "orders" DISABLE TRIGGER USER;--> statement-breakpoint
-- The lines that `priceOrder` would have stored. Each product's share of the discount is rounded down,
-- and the cents left over go to the largest remainders. An order whose items do not add up to its
-- subtotal was given the amount charged for it; the difference is a line of its own.
WITH "priced" AS (
  SELECT i."order_id", i."position", i."product_id", i."product_name", i."quantity",
    i."price_cents"::bigint * i."quantity" AS "cents",
    (sum(i."price_cents"::bigint * i."quantity") OVER "items")::bigint AS "whole",
    o."discount_cents"::bigint AS "discount"
  FROM "order_items" i JOIN "orders" o ON o."id" = i."order_id"
  WINDOW "items" AS (PARTITION BY i."order_id")
), "shared" AS (
  SELECT *, CASE WHEN "whole" = 0 THEN 0 ELSE "discount" * "cents" / "whole" END AS "share",
    CASE WHEN "whole" = 0 THEN 0 ELSE "discount" * "cents" % "whole" END AS "rest"
  FROM "priced"
), "ranked" AS (
  SELECT *, row_number() OVER (PARTITION BY "order_id" ORDER BY "rest" DESC, "position") AS "rank",
    "discount" - (sum("share") OVER (PARTITION BY "order_id"))::bigint AS "left_over"
  FROM "shared"
), "products" AS (
  SELECT "order_id", min("whole") AS "whole", jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
      'kind', 'product', 'label', "product_name", 'productId', "product_id", 'quantity', "quantity",
      'cents', "cents",
      'netCents', "cents" - "share" - CASE WHEN "rank" <= "left_over" AND "whole" > 0 THEN 1 ELSE 0 END
    )) ORDER BY "position") AS "lines"
  FROM "ranked" GROUP BY "order_id"
)
UPDATE "orders" o SET "price_lines" = p."lines"
  || CASE WHEN o."discount_cents" <> 0 THEN jsonb_build_array(jsonb_build_object(
      'kind', 'discount', 'label', 'Subscription discount (15%)', 'cents', -o."discount_cents"))
    ELSE '[]'::jsonb END
  || CASE WHEN o."total_cents" <> p."whole" - o."discount_cents" THEN jsonb_build_array(jsonb_build_object(
      'kind', 'fee', 'label', 'Adjustment to the amount charged',
      'cents', o."total_cents" - p."whole" + o."discount_cents"))
    ELSE '[]'::jsonb END
FROM "products" p WHERE p."order_id" = o."id";--> statement-breakpoint
ALTER TABLE "orders" ENABLE TRIGGER USER;
