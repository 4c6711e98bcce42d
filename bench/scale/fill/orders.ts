/** The catalog with its present prices, numbered from 0. */
export const products = `
  create table fill.products as
  select p.id, p.name, p.size, price.cents, row_number() over (order by p.position, p.id) - 1 as n
  from products p cross join lateral (
    select cents from product_prices where product_id = p.id and withdrawn_at is null
    order by valid_from desc, id desc limit 1) price`

/**
 * $1: orders, $2: customers, $3: subscriptions, $4: today, $5: now. Orders that no subscription
 * explains are bought once: everyone without a subscription buys at least once, and some buy often.
 * More are placed from year to year. Numbers follow the time, as in a shop that grew.
 */
export const staged = `
  create table fill.orders as
  with placed as (
    select 'once' as kind, case when i <= $2::bigint - $3::bigint then $3::bigint + i else 1 + floor($2::bigint * fill.u(i, 200) ^ 3)::bigint end as customer_n,
      null::bigint as subscription_n, null::int as cycle, at as created_at,
      (at at time zone 'America/New_York')::date + 2 + floor(5 * fill.u(i, 202))::int as delivery_date
    from generate_series(1, $1::bigint - $3::bigint - (select count(*) from fill.deliveries)) i,
      lateral (select $5::timestamptz - interval '1095 days' * (1 - sqrt(fill.u(i, 201))) - interval '1 minute' as at) t
    union all
    select 'first', n, n, null, first - interval '3 days' + interval '12 hours' + interval '10 hours' * fill.u(n, 203), first
    from fill.subscriptions
    union all
    select case when is_upcoming then 'upcoming' else 'renewal' end, n, n, cycle,
      least(date - interval '3 days' + interval '11 hours', $5::timestamptz - interval '1 hour'), date
    from fill.deliveries),
  numbered as (
    select *, row_number() over (order by created_at, customer_n, cycle) as n from placed),
  chosen as (
    select *, fill.order_id(n) as id,
      floor((select count(*) from fill.products) * fill.u(coalesce(subscription_n, n), 210) ^ 2)::int as product_n,
      1 + floor(4 * fill.u(coalesce(subscription_n, n), 211) ^ 2)::int as quantity,
      case when kind = 'upcoming' then 'upcoming'
        when kind = 'once' and fill.u(n, 212) < 0.015 then 'unpaid'
        when kind = 'once' and fill.u(n, 212) < 0.04 then 'refunded'
        when delivery_date >= $4::date then 'open'
        when delivery_date > $4::date - 14 and fill.u(n, 212) > 0.995 then 'failed'
        else 'delivered' end as outcome,
      created_at < $5::timestamptz - interval '31 days' as is_old
    from numbered)
  select c.*, p.cents * quantity as subtotal_cents,
    case when kind = 'once' then 0 else round(p.cents * quantity * 0.15)::int end as discount_cents,
    p.cents * quantity - case when kind = 'once' then 0 else round(p.cents * quantity * 0.15)::int end as total_cents,
    case when outcome in ('upcoming', 'unpaid') then null
      when kind = 'renewal' then least(delivery_date + interval '11 hours', $5::timestamptz)
      else created_at + interval '2 minutes' end as paid_at,
    case when outcome not in ('upcoming', 'unpaid')
      then count(*) filter (where outcome not in ('upcoming', 'unpaid')) over (order by c.n) end as invoice_number
  from chosen c join fill.products p on p.n = c.product_n`

/** Orders that were never paid are erased after 30 days. */
export const orders = `
  insert into orders (id, customer_id, customer_name, customer_email, customer_phone, delivery_address,
    delivery_city, delivery_state, delivery_zip, delivery_date, status, delivery_status, subtotal_cents,
    discount_cents, total_cents, is_recurring, recurring_frequency, parent_order_id, invoice_number, version,
    created_at, updated_at, confirmed_at, cancelled_at, has_failed_payment, bottles, has_schedule, price_lines)
  select o.id, who.id, who.name, who.email, who.phone, who.address, coalesce(who.city, ''),
    case when who.city is null then '' else 'NY' end, coalesce(who.zip, ''), o.delivery_date,
    case o.outcome when 'upcoming' then 'pending' when 'delivered' then 'completed' when 'unpaid' then 'cancelled'
      when 'refunded' then 'cancelled' else 'confirmed' end,
    case o.outcome when 'delivered' then 'delivered' when 'failed' then 'failed' else 'scheduled' end,
    o.subtotal_cents, o.discount_cents, o.total_cents, o.kind = 'first',
    case when o.kind = 'first' then s.frequency end, case when o.cycle is not null then f.id end,
    o.invoice_number, case o.outcome when 'delivered' then 4 else 2 end, o.created_at,
    coalesce(o.paid_at, o.created_at), o.paid_at,
    case when o.outcome in ('unpaid', 'refunded') then o.created_at + interval '1 day' end,
    o.outcome = 'unpaid', o.quantity, o.outcome in ('delivered', 'failed'),
    jsonb_build_array(jsonb_build_object('kind', 'product', 'cents', o.subtotal_cents, 'label', p.name,
      'netCents', o.total_cents, 'quantity', o.quantity, 'productId', p.id))
    || case when o.discount_cents = 0 then '[]'::jsonb else jsonb_build_array(jsonb_build_object(
      'kind', 'discount', 'cents', -o.discount_cents, 'label', 'Subscription discount (15%)')) end
  from fill.orders o
  left join fill.people who on who.n = o.customer_n and not (o.outcome = 'unpaid' and o.is_old)
  join fill.products p on p.n = o.product_n
  left join fill.subscriptions s on s.n = o.subscription_n
  left join fill.orders f on f.subscription_n = o.subscription_n and f.kind = 'first'
  order by o.n`

export const items = `
  insert into order_items (id, order_id, product_id, product_name, product_size, quantity, price_cents, position)
  select fill.id(o.n, 40), o.id, p.id, p.name, p.size, o.quantity, p.cents, 0
  from fill.orders o join fill.products p on p.n = o.product_n order by o.n`
