-- A shard of the totals that no other transaction uses: a writer never waits for the totals of another,
-- in whatever order both of them change stops, orders and payments. First choices differ by connection.
create function free_shard() returns int language plpgsql as $$
declare
  shard int := pg_backend_pid() % 16;
begin
  while not pg_try_advisory_xact_lock(hashtext('shard'), shard) loop
    shard := shard + 1;
  end loop;
  return shard;
end $$;

create function add_to_counter(counter text, delta int) returns void language sql as $$
  insert into counters (name, shard, n) values (counter, free_shard(), delta)
  on conflict (name, shard) do update set n = counters.n + excluded.n
$$;

-- Once per statement: a counter that is raised a thousand times in one transaction gets slow.
create function count_rows() returns trigger language plpgsql as $$
declare
  changes int := (select count(*) from changed);
begin
  if changes > 0 then
    perform add_to_counter(tg_table_name, case tg_op when 'INSERT' then changes else -changes end);
  end if;
  return null;
end $$;

-- Counts by status, once per statement: what came to each and what left it.
create function count_new_statuses() returns trigger language plpgsql as $$
begin
  perform add_to_counter(tg_table_name || ':' || status, n)
  from (select status, count(*)::int as n from rows_after group by 1) as counted;
  return null;
end $$;

create function count_old_statuses() returns trigger language plpgsql as $$
begin
  perform add_to_counter(tg_table_name || ':' || status, -n)
  from (select status, count(*)::int as n from rows_before group by 1) as counted;
  return null;
end $$;

create function count_changed_statuses() returns trigger language plpgsql as $$
begin
  perform add_to_counter(tg_table_name || ':' || status, n)
  from (
    select status, sum(n)::int as n from (
      select status, 1 as n from rows_after union all select status, -1 from rows_before
    ) as each group by 1 having sum(n) <> 0
  ) as counted;
  return null;
end $$;

-- The list of customers shows an exact total; counting a table takes longer the longer it is.
create trigger customers_count_insert after insert on customers
  referencing new table as changed for each statement execute function count_rows();

-- The total of the list must not count customers who were deleted.
create trigger customers_count_delete after delete on customers
  referencing old table as changed for each statement execute function count_rows();

-- The list of stops shows exact totals by status, and their sum is the total of all.
create trigger schedules_count_insert after insert on schedules
  referencing new table as rows_after for each statement execute function count_new_statuses();

-- A stop whose status changed leaves one total of the list and joins another.
create trigger schedules_count_update after update on schedules
  referencing old table as rows_before new table as rows_after
  for each statement execute function count_changed_statuses();

-- Staff delete stops, which must leave the total of their status.
create trigger schedules_count_delete after delete on schedules
  referencing old table as rows_before for each statement execute function count_old_statuses();
