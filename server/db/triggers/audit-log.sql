create function protect_audit_entries() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if new.personal is null and to_jsonb(new) - 'personal' = to_jsonb(old) - 'personal' then
      return new;
    end if;
  end if;
  raise exception 'audit entries cannot be changed or deleted; only their personal data can be erased'
    using errcode = 'integrity_constraint_violation';
end $$;

-- Rejects a change of the log by any writer, also by hand; no index or constraint can do that.
create trigger audit_entries_protect before update or delete on audit_entries
  for each row execute function protect_audit_entries();

-- Row triggers do not fire for TRUNCATE.
create trigger audit_entries_protect_all before truncate on audit_entries
  for each statement execute function protect_audit_entries();
