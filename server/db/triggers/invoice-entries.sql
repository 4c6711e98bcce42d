-- Adds what is missing in the account of an invoiced order: entries are never changed, so a difference
-- is one more entry. A cancellation takes back what was not paid.
create function post_invoice(of_order uuid) returns void language plpgsql as $$
declare
  payment payments;
  ordered orders;
  received bigint;
  posted_at timestamptz;
begin
  select * into payment from payments where order_id = of_order and invoiced_at is not null;
  if not found then return; end if;
  select * into ordered from orders where id = of_order;
  select coalesce(sum(amount_cents), 0), max(created_at) into received, posted_at
    from tenders where order_id = of_order and refund_id is null;
  -- The time of the latest change: a trigger has no clock of its own.
  posted_at := greatest(posted_at, payment.updated_at, ordered.updated_at);
  insert into invoice_entries (customer_id, order_id, kind, cents, created_at)
    select ordered.customer_id, of_order, target.kind, target.cents - coalesce(posted.cents, 0), posted_at
    from (values
      ('invoiced', payment.amount_cents),
      ('received', -received),
      ('cancelled', case when ordered.status = 'cancelled' then received - payment.amount_cents else 0 end)
    ) target (kind, cents)
    left join (select kind, sum(cents) as cents from invoice_entries where order_id = of_order group by 1) posted
      on posted.kind = target.kind
    where target.cents <> coalesce(posted.cents, 0);
end $$;

create function post_invoice_of_row() returns trigger language plpgsql as $$
begin
  perform post_invoice(case tg_table_name when 'orders' then (to_jsonb(new) ->> 'id')::uuid
    else (to_jsonb(new) ->> 'order_id')::uuid end);
  return null;
end $$;

-- Staff, a bulk update, its undo and the engine change orders: statements must agree with each other.
create trigger payments_invoice_insert after insert on payments for each row
  when (new.invoiced_at is not null) execute function post_invoice_of_row();

-- An order is invoiced later, or its amount changes: its account gets the difference as one more entry.
create trigger payments_invoice_update after update on payments for each row
  when (new.invoiced_at is not null
    and (old.invoiced_at, old.amount_cents) is distinct from (new.invoiced_at, new.amount_cents))
  execute function post_invoice_of_row();

-- Money that is received or taken back is an entry of the account, by any code that records it.
create trigger tenders_invoice_insert after insert on tenders for each row
  when (new.refund_id is null) execute function post_invoice_of_row();

-- A cancelled order no longer owes what was not paid of its invoice; a restored one owes it again.
create trigger orders_invoice_update after update on orders for each row
  when ((old.status = 'cancelled') <> (new.status = 'cancelled')) execute function post_invoice_of_row();

create function protect_invoice_entries() returns trigger language plpgsql as $$
begin
  raise exception 'invoice entries cannot be changed or deleted'
    using errcode = 'integrity_constraint_violation';
end $$;

-- A statement that was sent must never change.
create trigger invoice_entries_protect before update or delete on invoice_entries
  for each row execute function protect_invoice_entries();
