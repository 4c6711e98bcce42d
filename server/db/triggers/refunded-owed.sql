-- Returns how many of the cents that were refunded to the card, or as tenders, were deposit and tax. For a
-- refund of items, the price lines of the items say it. Any other amount refunds goods and their tax first,
-- then deposits (rule 44). Refunds that succeeded count first, then those that were attempted, because the
-- cents that were refunded cannot be those of a refund that is still waiting.
create function owed_in_refunds(of_order uuid, of_intent text, refunded int) returns int
  language sql stable as $$
  with line as (
    select (position - 1)::int as n, value ->> 'kind' as kind,
      coalesce((value ->> 'netCents')::int, (value ->> 'cents')::int) as net,
      coalesce((value ->> 'taxCents')::int, 0) as tax
    from orders o, jsonb_array_elements(o.price_lines) with ordinality as l(value, position)
    where o.id = of_order and value ->> 'kind' in ('product', 'deposit', 'fee')
  ), made as (
    select destination, items, amount_cents,
      sum(amount_cents) over (partition by destination = 'credit'
        order by status = 'succeeded' desc, attempts desc, created_at, id) as cents_so_far
    from refunds
    where order_id = of_order and status <> 'failed'
      and (destination <> 'card' or intent_id = of_intent)
  ), item as (
    select made.destination <> 'credit' as is_money, line.kind, line.net, line.tax,
      sum((value ->> 'cents')::int) as cents
    from made, jsonb_array_elements(made.items) as i(value)
    join line on line.n = (value ->> 'line')::int
    where made.destination = 'credit' or made.cents_so_far <= refunded
    group by 1, 2, 3, 4, line.n
  ), goods as (
    select coalesce(sum(net + tax), 0) as gross, coalesce(sum(tax), 0) as tax
    from line where kind <> 'deposit'
  ), sums as (
    select
      coalesce((select sum(cents) from item where is_money), 0) as by_item,
      coalesce((select sum(case when kind = 'deposit' then cents
        else cents - coalesce(round(cents::numeric * net / nullif(net + tax, 0)), 0) end)
        from item where is_money), 0) as owed_by_item,
      coalesce((select sum(cents) from item where kind <> 'deposit'), 0)
        + coalesce((select sum(amount_cents) from made
          where destination = 'credit' and items is null), 0) as goods_gone
  ), free as (
    select greatest(0, refunded - by_item) as cents, owed_by_item,
      greatest(0, gross - goods_gone) as goods_left, gross, tax
    from sums, goods
  )
  select (owed_by_item + greatest(0, cents - goods_left)
    + coalesce(round(least(cents, goods_left)::numeric * tax / nullif(gross, 0)), 0))::int from free
$$;

create function set_refunded_owed() returns trigger language plpgsql as $$
begin
  new.refunded_owed_cents := case
    when exists (select from orders where id = new.order_id and tax_cents + deposit_cents > 0)
    then owed_in_refunds(new.order_id, new.intent_id, new.refunded_cents) else 0 end;
  return new;
end $$;

-- Stored, because the rollups need what it was before and after a refund.
create trigger payments_refunded_owed before update of refunded_cents on payments for each row
  when (new.refunded_cents <> old.refunded_cents) execute function set_refunded_owed();
