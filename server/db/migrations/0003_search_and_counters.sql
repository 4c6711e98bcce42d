-- What staff search in, as one text per row, found through a trigram index however long the table.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
CREATE FUNCTION customer_words(email text, name text, phone text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT lower(email || ' ' || coalesce(name, '') || ' ' || coalesce(phone, ''))
$$;
--> statement-breakpoint
CREATE INDEX customers_words ON customers USING gin (customer_words(email, name, phone) gin_trgm_ops);
--> statement-breakpoint
CREATE FUNCTION order_words(id uuid, name text, email text, address text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT lower(left(id::text, 8) || ' ' || coalesce(name, '') || ' ' || coalesce(email, '') || ' ' || coalesce(address, ''))
$$;
--> statement-breakpoint
CREATE INDEX orders_words ON orders
  USING gin (order_words(id, customer_name, customer_email, delivery_address) gin_trgm_ops);
--> statement-breakpoint
-- Each backend adds to a shard of its own choice, so that writers of one table hardly ever meet.
CREATE FUNCTION add_to_counter(counter text, delta int) RETURNS void LANGUAGE sql AS $$
  INSERT INTO counters (name, shard, n) VALUES (counter, pg_backend_pid() % 16, delta)
  ON CONFLICT (name, shard) DO UPDATE SET n = counters.n + excluded.n
$$;
--> statement-breakpoint
CREATE FUNCTION count_rows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_to_counter(TG_TABLE_NAME, CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION count_rows_by_status() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    PERFORM add_to_counter(TG_TABLE_NAME || ':' || OLD.status, -1);
  END IF;
  IF TG_OP <> 'DELETE' THEN
    PERFORM add_to_counter(TG_TABLE_NAME || ':' || NEW.status, 1);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER customers_count AFTER INSERT OR DELETE ON customers FOR EACH ROW EXECUTE FUNCTION count_rows();
--> statement-breakpoint
CREATE TRIGGER orders_count AFTER INSERT OR DELETE ON orders FOR EACH ROW EXECUTE FUNCTION count_rows();
--> statement-breakpoint
CREATE TRIGGER trucks_count AFTER INSERT OR DELETE ON trucks FOR EACH ROW EXECUTE FUNCTION count_rows();
--> statement-breakpoint
CREATE TRIGGER schedules_count AFTER INSERT OR DELETE ON schedules FOR EACH ROW EXECUTE FUNCTION count_rows();
--> statement-breakpoint
CREATE TRIGGER trucks_count_by_status AFTER INSERT OR DELETE OR UPDATE OF status ON trucks
  FOR EACH ROW EXECUTE FUNCTION count_rows_by_status();
--> statement-breakpoint
CREATE TRIGGER schedules_count_by_status AFTER INSERT OR DELETE OR UPDATE OF status ON schedules
  FOR EACH ROW EXECUTE FUNCTION count_rows_by_status();
--> statement-breakpoint
-- Rows that were there before the counters.
INSERT INTO counters (name, shard, n) SELECT 'customers', 0, count(*) FROM customers;
--> statement-breakpoint
INSERT INTO counters (name, shard, n) SELECT 'orders', 0, count(*) FROM orders;
