-- Each connection adds to a shard of its own, so that writers of one table seldom wait for each other.
create function add_to_counter(counter text, delta int) returns void language sql as $$
  insert into counters (name, shard, n) values (counter, pg_backend_pid() % 16, delta)
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

create function count_rows_by_status() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    perform add_to_counter(tg_table_name || ':' || old.status, -1);
  end if;
  if tg_op <> 'DELETE' then
    perform add_to_counter(tg_table_name || ':' || new.status, 1);
  end if;
  return null;
end $$;

-- The list of customers shows an exact total; counting a table takes longer the longer it is.
create trigger customers_count_insert after insert on customers
  referencing new table as changed for each statement execute function count_rows();

-- As above, for customers who are deleted.
create trigger customers_count_delete after delete on customers
  referencing old table as changed for each statement execute function count_rows();

-- The list of stops shows exact totals by status, and their sum is the total of all.
create trigger schedules_count_by_status after insert or delete or update of status on schedules
  for each row execute function count_rows_by_status();
