DROP INDEX "orders_to_deliver";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "bottles" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "has_schedule" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- Rows that were there before.
UPDATE orders o SET
  bottles = coalesce((SELECT sum(i.quantity) FROM order_items i WHERE i.order_id = o.id), 0),
  has_schedule = EXISTS (SELECT 1 FROM schedules s WHERE s.order_id = o.id AND s.status <> 'cancelled');
--> statement-breakpoint
CREATE INDEX "orders_coming" ON "orders" USING btree ("delivery_date") WHERE status = 'pending' and parent_order_id is not null and delivery_status = 'scheduled' and not has_schedule;--> statement-breakpoint
CREATE INDEX "orders_to_deliver" ON "orders" USING btree ("delivery_date") WHERE status = 'confirmed' and delivery_status = 'scheduled' and not has_schedule;
--> statement-breakpoint
-- Locked before its schedules are read, so that of two who change them the second sees both.
CREATE FUNCTION mark_scheduled(of_order uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  is_live boolean;
BEGIN
  PERFORM 1 FROM orders WHERE id = of_order FOR NO KEY UPDATE;
  SELECT EXISTS (SELECT 1 FROM schedules WHERE order_id = of_order AND status <> 'cancelled') INTO is_live;
  UPDATE orders SET has_schedule = is_live WHERE id = of_order AND has_schedule <> is_live;
END $$;
--> statement-breakpoint
CREATE FUNCTION mark_schedules() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN PERFORM mark_scheduled(OLD.order_id); END IF;
  IF TG_OP <> 'DELETE' THEN PERFORM mark_scheduled(NEW.order_id); END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER schedules_mark_first AFTER INSERT ON schedules FOR EACH ROW
  WHEN (NEW.status <> 'cancelled') EXECUTE FUNCTION mark_schedules();
--> statement-breakpoint
CREATE TRIGGER schedules_mark_anew AFTER UPDATE ON schedules FOR EACH ROW
  WHEN ((OLD.status = 'cancelled') <> (NEW.status = 'cancelled') OR OLD.order_id <> NEW.order_id)
  EXECUTE FUNCTION mark_schedules();
--> statement-breakpoint
CREATE TRIGGER schedules_mark_last AFTER DELETE ON schedules FOR EACH ROW
  WHEN (OLD.status <> 'cancelled') EXECUTE FUNCTION mark_schedules();
--> statement-breakpoint
CREATE FUNCTION bottles_to_bring(o orders) RETURNS int LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN o.status IN ('pending', 'confirmed') AND o.delivery_status = 'scheduled'
    THEN o.bottles ELSE 0 END
$$;
--> statement-breakpoint
CREATE FUNCTION add_bottles(o orders, sign int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF bottles_to_bring(o) <> 0 THEN
    PERFORM add_to_tally('bottles', o.delivery_date, sign * bottles_to_bring(o), 0);
  END IF;
END $$;
--> statement-breakpoint
-- The earlier day first, so that two who move orders past each other do not wait in a ring.
CREATE FUNCTION tally_bottles() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.delivery_date < OLD.delivery_date THEN
    PERFORM add_bottles(NEW, 1);
    PERFORM add_bottles(OLD, -1);
    RETURN NULL;
  END IF;
  IF TG_OP <> 'INSERT' THEN PERFORM add_bottles(OLD, -1); END IF;
  IF TG_OP <> 'DELETE' THEN PERFORM add_bottles(NEW, 1); END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER orders_bottles AFTER INSERT OR DELETE ON orders
  FOR EACH ROW EXECUTE FUNCTION tally_bottles();
--> statement-breakpoint
-- Said without the function, which costs more than all else where nothing changes.
CREATE TRIGGER orders_bottles_anew AFTER UPDATE ON orders FOR EACH ROW
  WHEN ((OLD.status IN ('pending', 'confirmed') AND OLD.delivery_status = 'scheduled')
    <> (NEW.status IN ('pending', 'confirmed') AND NEW.delivery_status = 'scheduled')
    OR OLD.bottles <> NEW.bottles OR OLD.delivery_date <> NEW.delivery_date)
  EXECUTE FUNCTION tally_bottles();
--> statement-breakpoint
-- As before, and the bottles.
CREATE OR REPLACE FUNCTION tally_anew() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  LOCK TABLE tallies IN EXCLUSIVE MODE;
  DELETE FROM tallies;
  INSERT INTO tallies (name, day, shard, n, cents)
    SELECT 'orders', shop_day(o.created_at), 0, count(*), coalesce(sum(cents_taken(p)), 0)
    FROM orders o LEFT JOIN payments p ON p.order_id = o.id GROUP BY 2;
  INSERT INTO tallies (name, day, shard, n, cents)
    SELECT 'bottles', o.delivery_date, 0, sum(bottles_to_bring(o)), 0
    FROM orders o WHERE bottles_to_bring(o) <> 0 GROUP BY 2;
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
--> statement-breakpoint
-- So that the planner knows the new columns at once. Told of an empty table, it would read all of it
-- for every foreign key, until the next look at how large it has grown.
DO $$ BEGIN
  IF EXISTS (SELECT FROM orders OFFSET 1000) THEN ANALYZE orders, subscriptions; END IF;
END $$;
