ALTER TABLE "one_time_items" ADD COLUMN "agreed_cents" integer;--> statement-breakpoint
ALTER TABLE "subscription_items" ADD COLUMN "agreed_cents" integer;--> statement-breakpoint
ALTER TABLE "subscription_items" ADD COLUMN "raised_cents" integer;--> statement-breakpoint
ALTER TABLE "subscription_items" ADD COLUMN "raised_from" date;--> statement-breakpoint
-- Rule 32: what was charged last or the list price, whichever is lower.
WITH list AS (
  SELECT DISTINCT ON (product_id) product_id, cents FROM product_prices
  WHERE withdrawn_at IS NULL AND valid_from <= now() ORDER BY product_id, valid_from DESC, id DESC
), paid AS (
  SELECT id AS subscription_id, id AS order_id, -1 AS cycle FROM subscriptions
  UNION ALL SELECT subscription_id, order_id, cycle FROM cycles WHERE status = 'paid'
), charged AS (
  SELECT DISTINCT ON (paid.subscription_id, item.product_id)
    paid.subscription_id, item.product_id, item.price_cents
  FROM paid JOIN order_items item ON item.order_id = paid.order_id
  ORDER BY paid.subscription_id, item.product_id, paid.cycle DESC, item.price_cents
)
UPDATE subscription_items SET agreed_cents = least(list.cents, charged.price_cents)
FROM subscription_items item
  JOIN list ON list.product_id = item.product_id
  LEFT JOIN charged ON charged.subscription_id = item.subscription_id AND charged.product_id = item.product_id
WHERE item.subscription_id = subscription_items.subscription_id AND item.product_id = subscription_items.product_id;--> statement-breakpoint
UPDATE one_time_items SET agreed_cents = (
  SELECT cents FROM product_prices WHERE product_prices.product_id = one_time_items.product_id
    AND withdrawn_at IS NULL AND valid_from <= now() ORDER BY valid_from DESC, id DESC LIMIT 1
);--> statement-breakpoint
ALTER TABLE "one_time_items" ALTER COLUMN "agreed_cents" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "subscription_items" ALTER COLUMN "agreed_cents" SET NOT NULL;
