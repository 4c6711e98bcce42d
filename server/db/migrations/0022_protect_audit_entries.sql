CREATE FUNCTION protect_audit_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF NEW.personal IS NULL AND to_jsonb(NEW) - 'personal' = to_jsonb(OLD) - 'personal' THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'audit entries cannot be changed or deleted; only their personal data can be erased'
    USING ERRCODE = 'integrity_constraint_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_entries_protect BEFORE UPDATE OR DELETE ON audit_entries
  FOR EACH ROW EXECUTE FUNCTION protect_audit_entries();
--> statement-breakpoint
CREATE TRIGGER audit_entries_protect_all BEFORE TRUNCATE ON audit_entries
  FOR EACH STATEMENT EXECUTE FUNCTION protect_audit_entries();
