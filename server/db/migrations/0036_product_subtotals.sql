-- The subtotal is the sum of the products. Version 0.1.0 raised it to the amount charged where a restored
-- backup had written other items; since 0030 the difference is a price line, and was printed twice.
UPDATE "orders" o SET "subtotal_cents" = p."cents"
FROM (
  SELECT "order_id", sum("price_cents"::bigint * "quantity")::int AS "cents" FROM "order_items" GROUP BY "order_id"
) p WHERE p."order_id" = o."id" AND o."subtotal_cents" <> p."cents";
