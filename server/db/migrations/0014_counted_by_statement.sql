-- However many rows a statement writes, its counters and tallies are raised once: a thousand times in
-- one transaction, each finds the counter behind all its former states.
CREATE OR REPLACE FUNCTION count_rows() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changes int := (SELECT count(*) FROM changed);
BEGIN
  IF changes > 0 THEN
    PERFORM add_to_counter(TG_TABLE_NAME, CASE TG_OP WHEN 'INSERT' THEN changes ELSE -changes END);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
DROP TRIGGER customers_count ON customers;
--> statement-breakpoint
DROP TRIGGER orders_count ON orders;
--> statement-breakpoint
DROP TRIGGER trucks_count ON trucks;
--> statement-breakpoint
DROP TRIGGER schedules_count ON schedules;
--> statement-breakpoint
CREATE TRIGGER customers_count_in AFTER INSERT ON customers
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_rows();
--> statement-breakpoint
CREATE TRIGGER customers_count_out AFTER DELETE ON customers
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_rows();
--> statement-breakpoint
CREATE TRIGGER orders_count_out AFTER DELETE ON orders
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_rows();
--> statement-breakpoint
CREATE TRIGGER trucks_count_in AFTER INSERT ON trucks
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_rows();
--> statement-breakpoint
CREATE TRIGGER trucks_count_out AFTER DELETE ON trucks
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_rows();
--> statement-breakpoint
CREATE TRIGGER schedules_count_in AFTER INSERT ON schedules
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_rows();
--> statement-breakpoint
CREATE TRIGGER schedules_count_out AFTER DELETE ON schedules
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_rows();
--> statement-breakpoint
-- All that a new order is counted in. Days in order, so that two who write several of them do not wait
-- for each other crosswise.
CREATE FUNCTION note_new_orders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_to_counter('orders', (SELECT count(*) FROM changed)::int);
  LOCK TABLE tallies IN ROW EXCLUSIVE MODE;
  INSERT INTO tallies (name, day, shard, n, cents)
    SELECT name, day, pg_backend_pid() % 16, sum(n), 0 FROM (
      SELECT 'bottles' AS name, delivery_date AS day, bottles AS n FROM changed
      WHERE bottles <> 0 AND status IN ('pending', 'confirmed') AND delivery_status = 'scheduled'
      UNION ALL SELECT 'orders', shop_day(created_at), 1 FROM changed
    ) AS counted GROUP BY name, day ORDER BY name, day
  ON CONFLICT (name, day, shard) DO UPDATE SET n = tallies.n + excluded.n;
  RETURN NULL;
END $$;
--> statement-breakpoint
DROP TRIGGER orders_tally ON orders;
--> statement-breakpoint
DROP TRIGGER orders_bottles ON orders;
--> statement-breakpoint
CREATE TRIGGER orders_noted AFTER INSERT ON orders
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_new_orders();
--> statement-breakpoint
CREATE TRIGGER orders_tally_last AFTER DELETE ON orders FOR EACH ROW EXECUTE FUNCTION tally_orders();
--> statement-breakpoint
CREATE TRIGGER orders_bottles_last AFTER DELETE ON orders FOR EACH ROW EXECUTE FUNCTION tally_bottles();
--> statement-breakpoint
-- The shop itself writes a payment before its money; paid at once are those of a year that is invented.
-- Laterals, for of such a year it may be planned with a join that reads all there is so far.
CREATE FUNCTION tally_new_payments() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM changed WHERE paid_at IS NOT NULL) THEN RETURN NULL; END IF;
  LOCK TABLE tallies IN ROW EXCLUSIVE MODE;
  INSERT INTO tallies (name, day, shard, n, cents)
    SELECT 'orders', shop_day(o.created_at), pg_backend_pid() % 16, 0,
      sum(p.amount_cents - p.refunded_cents)
    FROM changed p, LATERAL (SELECT created_at FROM orders WHERE id = p.order_id OFFSET 0) o
    WHERE p.paid_at IS NOT NULL
    GROUP BY 2 ORDER BY 2
  ON CONFLICT (name, day, shard) DO UPDATE SET cents = tallies.cents + excluded.cents;
  INSERT INTO tallies (name, day, shard, n, cents)
    SELECT 'brought', date_trunc('month', c.date)::date, pg_backend_pid() % 16, 0,
      sum(p.amount_cents - p.refunded_cents)
    FROM changed p,
      LATERAL (SELECT date FROM cycles WHERE order_id = p.order_id AND status = 'paid' OFFSET 0) c
    WHERE p.paid_at IS NOT NULL GROUP BY 2 ORDER BY 2
  ON CONFLICT (name, day, shard) DO UPDATE SET cents = tallies.cents + excluded.cents;
  RETURN NULL;
END $$;
--> statement-breakpoint
DROP TRIGGER payments_tally_first ON payments;
--> statement-breakpoint
CREATE TRIGGER payments_tally_first AFTER INSERT ON payments
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tally_new_payments();
--> statement-breakpoint
-- Locked before they are looked at, as in mark_scheduled.
CREATE FUNCTION mark_new_schedules() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  live uuid[] := ARRAY(SELECT order_id FROM changed WHERE status <> 'cancelled');
BEGIN
  PERFORM 1 FROM orders WHERE id = ANY (live) ORDER BY id FOR NO KEY UPDATE;
  UPDATE orders SET has_schedule = true WHERE id = ANY (live) AND NOT has_schedule;
  RETURN NULL;
END $$;
--> statement-breakpoint
DROP TRIGGER schedules_mark_first ON schedules;
--> statement-breakpoint
CREATE TRIGGER schedules_mark_first AFTER INSERT ON schedules
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_new_schedules();
