-- Rule 66: a redelivery that does not take place no longer answers its case. The case is open again, at
-- its old place in the queue (`queueKey` in server/modules/cases/rules.ts). It keeps the stop's id, so
-- that staff see what happened.
create function reopen_redelivery() returns trigger language plpgsql as $$
begin
  update cases set state = 'open', outcome = null, answered_at = null, answered_by = null,
    problem = 'The stop was cancelled.',
    queue_key = '0 ' || lpad(floor(extract(epoch from created_at) * 1000)::bigint::text, 13, '0')
  where schedule_id = old.id and state = 'answered' and outcome = 'redelivery';
  return null;
end $$;

-- Staff, a bulk change, a moved and a cancelled order cancel stops: no case may stay answered by one.
create trigger schedules_reopen_update after update on schedules for each row
  when ((new.status = 'cancelled' and old.status <> 'cancelled') or new.order_id <> old.order_id)
  execute function reopen_redelivery();

-- As above, when a stop is deleted. One that was completed has taken place.
create trigger schedules_reopen_delete after delete on schedules for each row
  when (old.status <> 'completed') execute function reopen_redelivery();
