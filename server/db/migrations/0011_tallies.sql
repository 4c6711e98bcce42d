CREATE TABLE "tallies" (
	"name" text NOT NULL,
	"day" date NOT NULL,
	"shard" integer NOT NULL,
	"n" bigint NOT NULL,
	"cents" bigint NOT NULL,
	CONSTRAINT "tallies_name_day_shard_pk" PRIMARY KEY("name","day","shard")
);
--> statement-breakpoint
-- The server writes the zone here when it starts; see server/db/tallies.ts.
CREATE FUNCTION shop_day(moment timestamptz) RETURNS date LANGUAGE sql STABLE AS $$
  SELECT (moment AT TIME ZONE coalesce((SELECT value FROM settings WHERE name = 'time_zone'), 'UTC'))::date
$$;
--> statement-breakpoint
CREATE FUNCTION add_to_tally(tally text, on_day date, orders bigint, sum_cents bigint) RETURNS void LANGUAGE sql AS $$
  INSERT INTO tallies (name, day, shard, n, cents)
  VALUES (tally, on_day, pg_backend_pid() % 16, orders, sum_cents)
  ON CONFLICT (name, day, shard)
  DO UPDATE SET n = tallies.n + excluded.n, cents = tallies.cents + excluded.cents
$$;
--> statement-breakpoint
CREATE FUNCTION cents_taken(payment payments) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN payment.paid_at IS NULL THEN 0 ELSE payment.amount_cents - payment.refunded_cents END
$$;
--> statement-breakpoint
-- The shop never moves an order to another moment; whoever does it by hand locks no payment for it.
CREATE FUNCTION tally_orders() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  taken bigint := 0;
BEGIN
  -- Before the zone is read: until this has ended, nobody tallies anew in another.
  LOCK TABLE tallies IN ROW EXCLUSIVE MODE;
  IF TG_OP = 'UPDATE' THEN
    SELECT cents_taken(p) INTO taken FROM payments p WHERE p.order_id = NEW.id;
    taken := coalesce(taken, 0);
  END IF;
  IF TG_OP <> 'INSERT' THEN
    PERFORM add_to_tally('orders', shop_day(OLD.created_at), -1, -taken);
  END IF;
  IF TG_OP <> 'DELETE' THEN
    PERFORM add_to_tally('orders', shop_day(NEW.created_at), 1, taken);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- A payment never changes its order, and an order's moment lies fixed. A paid delivery's date is read
-- without a lock: whoever makes one paid locks the payment first, here and in tally_brought.
CREATE FUNCTION tally_payments() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  delta bigint := 0;
  of_order uuid;
  placed timestamptz;
  brought date;
BEGIN
  LOCK TABLE tallies IN ROW EXCLUSIVE MODE;
  IF TG_OP <> 'INSERT' THEN
    delta := delta - cents_taken(OLD);
    of_order := OLD.order_id;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    delta := delta + cents_taken(NEW);
    of_order := NEW.order_id;
  END IF;
  SELECT created_at INTO placed FROM orders WHERE id = of_order;
  PERFORM add_to_tally('orders', shop_day(placed), 0, delta);
  SELECT date INTO brought FROM cycles WHERE order_id = of_order AND status = 'paid';
  IF FOUND THEN
    PERFORM add_to_tally('brought', date_trunc('month', brought)::date, 0, delta);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION tally_brought() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  taken bigint;
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.status = 'paid' THEN
    SELECT cents_taken(p) INTO taken FROM payments p WHERE p.order_id = OLD.order_id FOR NO KEY UPDATE;
    PERFORM add_to_tally('brought', date_trunc('month', OLD.date)::date, -1, -coalesce(taken, 0));
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.status = 'paid' THEN
    SELECT cents_taken(p) INTO taken FROM payments p WHERE p.order_id = NEW.order_id FOR NO KEY UPDATE;
    PERFORM add_to_tally('brought', date_trunc('month', NEW.date)::date, 1, coalesce(taken, 0));
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER orders_tally AFTER INSERT OR DELETE ON orders FOR EACH ROW EXECUTE FUNCTION tally_orders();
--> statement-breakpoint
CREATE TRIGGER orders_tally_anew AFTER UPDATE OF created_at ON orders FOR EACH ROW
  WHEN (OLD.created_at <> NEW.created_at) EXECUTE FUNCTION tally_orders();
--> statement-breakpoint
CREATE TRIGGER payments_tally_first AFTER INSERT ON payments FOR EACH ROW
  WHEN (NEW.paid_at IS NOT NULL) EXECUTE FUNCTION tally_payments();
--> statement-breakpoint
CREATE TRIGGER payments_tally AFTER UPDATE ON payments FOR EACH ROW
  WHEN (cents_taken(OLD) <> cents_taken(NEW)) EXECUTE FUNCTION tally_payments();
--> statement-breakpoint
CREATE TRIGGER payments_tally_last AFTER DELETE ON payments FOR EACH ROW
  WHEN (OLD.paid_at IS NOT NULL) EXECUTE FUNCTION tally_payments();
--> statement-breakpoint
CREATE TRIGGER cycles_tally_first AFTER INSERT ON cycles FOR EACH ROW
  WHEN (NEW.status = 'paid') EXECUTE FUNCTION tally_brought();
--> statement-breakpoint
CREATE TRIGGER cycles_tally_last AFTER DELETE ON cycles FOR EACH ROW
  WHEN (OLD.status = 'paid') EXECUTE FUNCTION tally_brought();
--> statement-breakpoint
CREATE TRIGGER cycles_tally AFTER UPDATE ON cycles FOR EACH ROW
  WHEN ((OLD.status = 'paid' OR NEW.status = 'paid')
    AND (OLD.status, OLD.date, OLD.order_id) IS DISTINCT FROM (NEW.status, NEW.date, NEW.order_id))
  EXECUTE FUNCTION tally_brought();
--> statement-breakpoint
-- All of it anew. Whoever has written waits at its tally, or is waited for: either way it counts once.
CREATE FUNCTION tally_anew() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  LOCK TABLE tallies IN EXCLUSIVE MODE;
  DELETE FROM tallies;
  INSERT INTO tallies (name, day, shard, n, cents)
    SELECT 'orders', shop_day(o.created_at), 0, count(*), coalesce(sum(cents_taken(p)), 0)
    FROM orders o LEFT JOIN payments p ON p.order_id = o.id GROUP BY 2;
  INSERT INTO tallies (name, day, shard, n, cents)
    SELECT 'brought', date_trunc('month', c.date)::date, 0, count(*), coalesce(sum(cents_taken(p)), 0)
    FROM cycles c LEFT JOIN payments p ON p.order_id = c.order_id WHERE c.status = 'paid' GROUP BY 2;
END $$;
