ALTER TABLE "payments" ADD COLUMN "refunded_owed_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- Refunds from before count as they did: the same share of tax and deposit as of the total.
UPDATE payments p SET refunded_owed_cents = round(p.refunded_cents::numeric * (o.tax_cents + o.deposit_cents) / o.total_cents)
  FROM orders o WHERE o.id = p.order_id AND p.refunded_cents > 0 AND o.total_cents > 0 AND o.tax_cents + o.deposit_cents > 0;
