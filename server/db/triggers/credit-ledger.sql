create function protect_credit_entries() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if new.reason is null and to_jsonb(new) - 'reason' = to_jsonb(old) - 'reason' then
      return new;
    end if;
  end if;
  raise exception 'credit entries cannot be changed or deleted; only their reasons can be erased'
    using errcode = 'integrity_constraint_violation';
end $$;

-- Rejects a change of the ledger by any writer, also by hand; no index or constraint can do that.
create trigger credit_entries_protect before update or delete on credit_entries
  for each row execute function protect_credit_entries();

-- Row triggers do not fire for TRUNCATE.
create trigger credit_entries_protect_all before truncate on credit_entries
  for each statement execute function protect_credit_entries();
