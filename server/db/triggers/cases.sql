-- Rule 66: a redelivery that does not take place no longer answers its case. The case is open again, at
-- its old place in the queue (`queueKey` in server/modules/cases/rules.ts). It keeps the stop's id, so
-- that staff see what happened, and who answered it when, in case the stop is set back.
create function reopen_redelivery() returns trigger language plpgsql as $$
begin
  update cases set state = 'open', outcome = null, problem = 'The stop was cancelled.',
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

-- The stop takes place after all: its case is answered as before, unless staff gave another answer.
create function answer_with_redelivery() returns trigger language plpgsql as $$
begin
  update cases set state = 'answered', outcome = 'redelivery', problem = null,
    answered_at = coalesce(answered_at, created_at),
    queue_key = '1 ' || lpad((9999999999999
      - floor(extract(epoch from coalesce(answered_at, created_at)) * 1000)::bigint)::text, 13, '0')
  where schedule_id = new.id and order_id = new.order_id and state = 'open' and outcome is null
    and problem = 'The stop was cancelled.';
  return null;
end $$;

-- Staff and the undo of a bulk change set cancelled stops back.
create trigger schedules_answer_update after update on schedules for each row
  when (old.status = 'cancelled' and new.status <> 'cancelled')
  execute function answer_with_redelivery();
