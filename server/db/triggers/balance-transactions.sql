create function protect_balance_transactions() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if old.payout_id is null and to_jsonb(new) - 'payout_id' = to_jsonb(old) - 'payout_id' then
      return new;
    end if;
  end if;
  raise exception 'balance transactions cannot be changed or deleted; only their payout is added'
    using errcode = 'integrity_constraint_violation';
end $$;

-- They are books: rejects a change by any writer, also by hand.
create trigger balance_transactions_protect before update or delete on balance_transactions
  for each row execute function protect_balance_transactions();

-- Row triggers do not fire for TRUNCATE.
create trigger balance_transactions_protect_all before truncate on balance_transactions
  for each statement execute function protect_balance_transactions();
