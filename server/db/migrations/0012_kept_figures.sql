CREATE TABLE "subscription_counts" (
	"status" text NOT NULL,
	"frequency" text NOT NULL,
	"basket" jsonb NOT NULL,
	"n" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "has_failed_payment" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "basket" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
-- Rows that were there before.
UPDATE orders o SET has_failed_payment = true FROM payments p WHERE p.order_id = o.id AND p.status = 'failed';
--> statement-breakpoint
UPDATE subscriptions s SET basket = held.basket FROM (
  SELECT subscription_id, jsonb_object_agg(product_id, quantity) AS basket
  FROM subscription_items GROUP BY 1
) held WHERE held.subscription_id = s.id;
--> statement-breakpoint
INSERT INTO subscription_counts (status, frequency, basket, n)
  SELECT status, frequency, CASE WHEN status = 'active' THEN basket ELSE '{}' END, count(*)
  FROM subscriptions GROUP BY 1, 2, 3;
--> statement-breakpoint
CREATE INDEX "orders_failed_payment" ON "orders" USING btree ("created_at","id") WHERE has_failed_payment and status <> 'cancelled';
--> statement-breakpoint
-- The order is there before its payment, and both are locked in the other order: payment, then order.
CREATE FUNCTION mark_failed_payment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE orders SET has_failed_payment = (TG_OP <> 'DELETE' AND NEW.status = 'failed')
  WHERE id = CASE TG_OP WHEN 'DELETE' THEN OLD.order_id ELSE NEW.order_id END;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER payments_failed_first AFTER INSERT ON payments FOR EACH ROW
  WHEN (NEW.status = 'failed') EXECUTE FUNCTION mark_failed_payment();
--> statement-breakpoint
CREATE TRIGGER payments_failed_anew AFTER UPDATE ON payments FOR EACH ROW
  WHEN ((OLD.status = 'failed') <> (NEW.status = 'failed')) EXECUTE FUNCTION mark_failed_payment();
--> statement-breakpoint
CREATE TRIGGER payments_failed_last AFTER DELETE ON payments FOR EACH ROW
  WHEN (OLD.status = 'failed') EXECUTE FUNCTION mark_failed_payment();
--> statement-breakpoint
-- Locked before it is read, so that of two who change its items at once the second sees both. An item
-- never changes its subscription.
CREATE FUNCTION keep_baskets() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM subscriptions WHERE id IN (SELECT subscription_id FROM changed)
    ORDER BY id FOR NO KEY UPDATE;
  UPDATE subscriptions s SET basket = now_in.basket
  FROM (
    SELECT c.subscription_id AS id, coalesce(
      jsonb_object_agg(i.product_id, i.quantity) FILTER (WHERE i.product_id IS NOT NULL), '{}'
    ) AS basket
    FROM (SELECT DISTINCT subscription_id FROM changed) c
      LEFT JOIN subscription_items i ON i.subscription_id = c.subscription_id
    GROUP BY c.subscription_id
  ) now_in
  WHERE s.id = now_in.id AND s.basket <> now_in.basket;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER subscription_items_first AFTER INSERT ON subscription_items
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_baskets();
--> statement-breakpoint
CREATE TRIGGER subscription_items_next AFTER UPDATE ON subscription_items
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_baskets();
--> statement-breakpoint
CREATE TRIGGER subscription_items_last AFTER DELETE ON subscription_items
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_baskets();
--> statement-breakpoint
CREATE FUNCTION count_subscription(sub subscriptions, delta int) RETURNS void LANGUAGE sql AS $$
  INSERT INTO subscription_counts (status, frequency, basket, n)
  VALUES (sub.status, sub.frequency, CASE WHEN sub.status = 'active' THEN sub.basket ELSE '{}' END, delta)
$$;
--> statement-breakpoint
CREATE FUNCTION count_subscriptions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN PERFORM count_subscription(OLD, -1); END IF;
  IF TG_OP <> 'DELETE' THEN PERFORM count_subscription(NEW, 1); END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER subscriptions_count AFTER INSERT OR DELETE ON subscriptions
  FOR EACH ROW EXECUTE FUNCTION count_subscriptions();
--> statement-breakpoint
CREATE TRIGGER subscriptions_count_anew AFTER UPDATE ON subscriptions FOR EACH ROW
  WHEN ((OLD.status, OLD.frequency, OLD.basket) IS DISTINCT FROM (NEW.status, NEW.frequency, NEW.basket))
  EXECUTE FUNCTION count_subscriptions();
--> statement-breakpoint
CREATE FUNCTION shop_month(moment timestamptz) RETURNS date LANGUAGE sql STABLE AS $$
  SELECT date_trunc('month', shop_day(moment))::date
$$;
--> statement-breakpoint
CREATE FUNCTION tally_subscription(sub subscriptions, delta int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_to_tally('started', shop_month(sub.created_at), delta, 0);
  IF sub.status = 'cancelled' AND sub.cancelled_at IS NOT NULL THEN
    PERFORM add_to_tally('cancelled', shop_month(sub.cancelled_at), delta, 0);
  END IF;
END $$;
--> statement-breakpoint
CREATE FUNCTION tally_subscriptions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  LOCK TABLE tallies IN ROW EXCLUSIVE MODE;
  IF TG_OP <> 'INSERT' THEN PERFORM tally_subscription(OLD, -1); END IF;
  IF TG_OP <> 'DELETE' THEN PERFORM tally_subscription(NEW, 1); END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER subscriptions_tally AFTER INSERT OR DELETE ON subscriptions
  FOR EACH ROW EXECUTE FUNCTION tally_subscriptions();
--> statement-breakpoint
CREATE TRIGGER subscriptions_tally_anew AFTER UPDATE ON subscriptions FOR EACH ROW
  WHEN ((OLD.status = 'cancelled') <> (NEW.status = 'cancelled')
    OR (OLD.created_at, OLD.cancelled_at) IS DISTINCT FROM (NEW.created_at, NEW.cancelled_at))
  EXECUTE FUNCTION tally_subscriptions();
--> statement-breakpoint
-- As before, and the months' subscriptions.
CREATE OR REPLACE FUNCTION tally_anew() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  LOCK TABLE tallies IN EXCLUSIVE MODE;
  DELETE FROM tallies;
  INSERT INTO tallies (name, day, shard, n, cents)
    SELECT 'orders', shop_day(o.created_at), 0, count(*), coalesce(sum(cents_taken(p)), 0)
    FROM orders o LEFT JOIN payments p ON p.order_id = o.id GROUP BY 2;
  INSERT INTO tallies (name, day, shard, n, cents)
    SELECT 'brought', date_trunc('month', c.date)::date, 0, count(*), coalesce(sum(cents_taken(p)), 0)
    FROM cycles c LEFT JOIN payments p ON p.order_id = c.order_id WHERE c.status = 'paid' GROUP BY 2;
  INSERT INTO tallies (name, day, shard, n, cents)
    SELECT 'started', shop_month(created_at), 0, count(*), 0 FROM subscriptions GROUP BY 2;
  INSERT INTO tallies (name, day, shard, n, cents)
    SELECT 'cancelled', shop_month(cancelled_at), 0, count(*), 0 FROM subscriptions
    WHERE status = 'cancelled' AND cancelled_at IS NOT NULL GROUP BY 2;
END $$;
--> statement-breakpoint
SELECT tally_anew();
