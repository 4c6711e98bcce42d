ALTER TABLE "deposit_returns" ADD COLUMN "bottles_without_deposit" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "consents" ADD COLUMN "kind" text DEFAULT 'terms' NOT NULL;--> statement-breakpoint
ALTER TABLE "consents" DROP CONSTRAINT "consents_pkey";--> statement-breakpoint
ALTER TABLE "consents" ADD CONSTRAINT "consents_order_id_kind_pk" PRIMARY KEY("order_id","kind");--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "delivery_notes" text;--> statement-breakpoint
-- The terms belong to a first order; what was agreed to when a later delivery was paid is a card.
update consents c set kind = 'card' from orders o
where o.id = c.order_id and o.parent_order_id is not null
  and (o.parent_order_id <> o.id or not exists (
    select 1 from imported_subscriptions i
    where i.subscription_id = o.id and i.consent_text = c.text));--> statement-breakpoint
-- Paying the first delivery by hand replaced or deleted these terms. The imported row has them.
insert into consents (order_id, kind, text, total_cents, ip, is_signed_in, given_at)
select i.subscription_id, 'terms', i.consent_text, o.total_cents, i.ip, false, i.answered_at
from imported_subscriptions i join orders o on o.id = i.subscription_id
where i.consent_text is not null and i.answered_at is not null
on conflict do nothing;--> statement-breakpoint
update subscriptions s set delivery_notes = i.notes from imported_subscriptions i
where i.subscription_id = s.id and i.notes <> '' and s.customer_name is not null;
