-- Processes of one shop tell each other what changed. Triggers do it, so that no writer can forget.
CREATE FUNCTION tell_catalog() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('carboy_catalog', '');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER products_tell AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON products
  FOR EACH STATEMENT EXECUTE FUNCTION tell_catalog();
--> statement-breakpoint
CREATE FUNCTION tell_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('carboy_order', NEW.id::text);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER orders_tell AFTER UPDATE ON orders FOR EACH ROW
  WHEN ((OLD.status, OLD.delivery_status, OLD.delivery_date)
    IS DISTINCT FROM (NEW.status, NEW.delivery_status, NEW.delivery_date))
  EXECUTE FUNCTION tell_order();
--> statement-breakpoint
CREATE FUNCTION tell_payment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('carboy_order', NEW.order_id::text);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER payments_tell AFTER UPDATE ON payments FOR EACH ROW
  WHEN (OLD.status IS DISTINCT FROM NEW.status)
  EXECUTE FUNCTION tell_payment();
--> statement-breakpoint
-- Money is whole cents and never negative, whoever writes it.
ALTER TABLE products ADD CONSTRAINT products_price_positive CHECK (price_cents > 0);
--> statement-breakpoint
ALTER TABLE orders ADD CONSTRAINT orders_sums_agree
  CHECK (total_cents = subtotal_cents - discount_cents AND discount_cents >= 0 AND total_cents >= 0);
--> statement-breakpoint
ALTER TABLE order_items ADD CONSTRAINT order_items_quantity_positive CHECK (quantity > 0);
--> statement-breakpoint
ALTER TABLE payments ADD CONSTRAINT payments_refund_within
  CHECK (amount_cents >= 0 AND refunded_cents BETWEEN 0 AND amount_cents);
--> statement-breakpoint
ALTER TABLE payments ADD CONSTRAINT payments_of_an_order FOREIGN KEY (order_id) REFERENCES orders (id);
