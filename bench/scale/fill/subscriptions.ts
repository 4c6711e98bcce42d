/**
 * $1: subscriptions, $2: today in the shop. The customer with the same number has it. `last` is its
 * latest delivery; the next one of an active subscription is ordered when it is at most five days off.
 */
export const staged = `
  create table fill.subscriptions as
  select n, frequency, step, paid, status, last,
    case when frequency = 'monthly' then (last - paid * interval '1 month')::date else last - paid * step end as first,
    case when frequency = 'monthly' then (last + interval '1 month')::date else last + step end as next
  from (
    select n, frequency, step, status,
      1 + floor(fill.u(n, 102) * case frequency when 'weekly' then 22 when 'bi-weekly' then 13 else 9 end)::int as paid,
      $2::date - case status when 'active' then floor(step * fill.u(n, 103))::int
        else 20 + floor(700 * fill.u(n, 103))::int end as last
    from (
      select n, frequency,
        case frequency when 'weekly' then 7 when 'bi-weekly' then 14 else 28 end as step,
        case when fill.u(n, 101) < 0.82 then 'active' when fill.u(n, 101) < 0.86 then 'paused' else 'cancelled' end as status
      from generate_series(1, $1::bigint) n, lateral (
        select case when fill.u(n, 100) < 0.3 then 'weekly' when fill.u(n, 100) < 0.7 then 'bi-weekly'
          else 'monthly' end as frequency) chosen) named) dated`

/** $1: today. Everything but the first order, which comes from checkout. */
export const deliveries = `
  create table fill.deliveries as
  select s.n, c.cycle, case
      when s.frequency = 'monthly' then (s.first + c.cycle * interval '1 month')::date
      else s.first + c.cycle * s.step end as date,
    c.cycle > s.paid as is_upcoming
  from fill.subscriptions s, lateral generate_series(1, s.paid
    + case when s.status = 'active' and s.next <= $1::date + 5 then 1 else 0 end) c (cycle)`

const product = 'join fill.products p on p.n = o.product_n'
const card = `'pm_' || fill.hex(o.customer_n, 31)`

/** Has the id of its first order. */
export const subscriptions = `
  insert into subscriptions (id, customer_id, status, paused_until, frequency, anchor, anchor_cycle, next_cycle,
    next_date, customer_name, customer_phone, delivery_address, delivery_city, delivery_state, delivery_zip,
    payment_method_ref, customer_ref, uses_default_card, created_at, updated_at, cancelled_at, item_quantities)
  select o.id, who.id, s.status, null, s.frequency, s.first, 0, coalesce(d.cycles, 0) + 1,
    case when s.status <> 'active' then null
      when d.cycles = s.paid then s.next
      when s.frequency = 'monthly' then (s.next + interval '1 month')::date else s.next + s.step end,
    who.name, who.phone, who.address, who.city, 'NY', who.zip, ${card}, 'cus_' || fill.hex(who.n, 30),
    fill.u(s.n, 104) < 0.3, o.created_at, o.created_at,
    case when s.status = 'cancelled' then s.last + interval '3 days' end,
    jsonb_build_object(p.id, o.quantity)
  from fill.orders o
  join fill.subscriptions s on s.n = o.subscription_n
  join (select n, max(cycle) as cycles from fill.deliveries group by 1) d on d.n = s.n
  join fill.people who on who.n = o.customer_n ${product}
  where o.kind = 'first' order by o.n`

export const items = `
  insert into subscription_items (subscription_id, product_id, quantity, position, agreed_cents)
  select o.id, p.id, o.quantity, 0, p.cents from fill.orders o ${product} where o.kind = 'first' order by o.n`

export const cycles = `
  insert into cycles (subscription_id, cycle, date, status, order_id, due_at, created_at, updated_at)
  select f.id, o.cycle, o.delivery_date, case o.kind when 'upcoming' then 'ordered' else 'paid' end, o.id,
    case o.kind when 'upcoming' then o.delivery_date + interval '11 hours' end, o.created_at,
    coalesce(o.paid_at, o.created_at)
  from fill.orders o join fill.orders f on f.subscription_n = o.subscription_n and f.kind = 'first'
  where o.cycle is not null order by o.n`

export const consents = `
  insert into consents (order_id, text, total_cents, ip, is_signed_in, given_at)
  select o.id, 'You''ll pay the total today. After that, we''ll charge your card on the morning of each delivery, '
    || 'for the same items at today''s prices. If a price goes up, we''ll email you at least 14 days before you''d '
    || 'pay it. We''ll email you the exact amount three days before each charge. Skip, change, pause or cancel in '
    || 'My Account or from any reminder email by 8:00 AM the day before a delivery.',
    o.total_cents, null, false, o.created_at
  from fill.orders o where o.kind = 'first' order by o.n`
