create function protect_bottle_movements() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if new.reason is null and to_jsonb(new) - 'reason' = to_jsonb(old) - 'reason' then
      return new;
    end if;
  end if;
  raise exception 'bottle movements cannot be changed or deleted; only their reasons can be erased'
    using errcode = 'integrity_constraint_violation';
end $$;

-- Rejects a change of the ledger by any writer, also by hand; no index or constraint can do that.
create trigger bottle_movements_protect before update or delete on bottle_movements
  for each row execute function protect_bottle_movements();

-- Row triggers do not fire for TRUNCATE.
create trigger bottle_movements_protect_all before truncate on bottle_movements
  for each statement execute function protect_bottle_movements();

-- Rows are written in the order of their keys, so that two transactions never wait for each other.
create function add_up_bottles() returns trigger language plpgsql as $$
begin
  insert into bottle_balances (holder, holder_id, kind, "full", empty, damaged)
    select holder, holder_id, kind, sum(n) filter (where state = 'full'),
      sum(n) filter (where state = 'empty'), sum(n) filter (where state = 'damaged')
    from (
      select "from" as holder, coalesce(from_id, '00000000-0000-0000-0000-000000000000') as holder_id,
        kind, state, -quantity as n from added
      union all
      select "to", coalesce(to_id, '00000000-0000-0000-0000-000000000000'), kind, state, quantity from added
      -- One row of each state, so that no sum is null.
      union all
      select distinct h.holder, h.id, a.kind, s.state, 0 from added a
        cross join lateral (values
          (a."from", coalesce(a.from_id, '00000000-0000-0000-0000-000000000000')),
          (a."to", coalesce(a.to_id, '00000000-0000-0000-0000-000000000000'))) h (holder, id)
        cross join (values ('full'), ('empty'), ('damaged')) s (state)
    ) parts group by 1, 2, 3 order by 1, 2, 3
  on conflict (holder, holder_id, kind) do update set "full" = bottle_balances.full + excluded.full,
    empty = bottle_balances.empty + excluded.empty, damaged = bottle_balances.damaged + excluded.damaged;

  insert into bottle_holders (holder, holder_id, bottles, moved_at)
    select holder, holder_id, sum(n), max(at)
    from (
      select "from" as holder, coalesce(from_id, '00000000-0000-0000-0000-000000000000') as holder_id,
        -quantity as n, at from added
      union all
      select "to", coalesce(to_id, '00000000-0000-0000-0000-000000000000'), quantity, at from added
    ) parts group by 1, 2 order by 1, 2
  on conflict (holder, holder_id) do update set bottles = bottle_holders.bottles + excluded.bottles,
    moved_at = greatest(bottle_holders.moved_at, excluded.moved_at);

  insert into bottle_routes (route_id, kind, truck_id, driver_id, date, loaded, "left", taken, returned, corrected)
    select route_id, kind, (min(coalesce(from_truck, to_truck)::text))::uuid, (min(driver_id::text))::uuid,
      min(date), coalesce(sum(n) filter (where cause = 'loaded'), 0),
      coalesce(sum(n) filter (where cause = 'delivered' and is_out), 0),
      coalesce(sum(n) filter (where cause = 'delivered' and not is_out), 0),
      coalesce(sum(n) filter (where cause = 'returned'), 0),
      coalesce(sum(case when is_out then n else -n end) filter (where cause = 'correction'), 0)
    from (
      select route_id, kind, driver_id, date, cause,
        case when "from" = 'truck' then from_id end as from_truck,
        case when "to" = 'truck' then to_id end as to_truck,
        -- A reversal counts against the column of what it reverses.
        ("from" = 'truck') = (reverses is null) as is_out,
        case when reverses is null then quantity else -quantity end as n
      from added where route_id is not null and date is not null and 'truck' in ("from", "to")
    ) parts group by 1, 2 order by 1, 2
  on conflict (route_id, kind) do update set driver_id = coalesce(bottle_routes.driver_id, excluded.driver_id),
    loaded = bottle_routes.loaded + excluded.loaded, "left" = bottle_routes.left + excluded.left,
    taken = bottle_routes.taken + excluded.taken, returned = bottle_routes.returned + excluded.returned,
    corrected = bottle_routes.corrected + excluded.corrected;
  return null;
end $$;

-- Balances for the lists, without adding up the ledger.
create trigger bottle_movements_add_up after insert on bottle_movements
  referencing new table as added for each statement execute function add_up_bottles();
