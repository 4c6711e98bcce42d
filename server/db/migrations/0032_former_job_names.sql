-- Removes the names that background jobs had before 0031: pg-boss would go on queueing their runs, and no
-- worker would execute them. No work is lost, because a queued run has no data: the job with the new name
-- runs at the start and finds the due rows itself.
DO $$
DECLARE
  former text[] := ARRAY['mail.send', 'mail.sendSignIn', 'payment.endDeclined', 'refund.follow',
    'delivery.plan', 'subscription.foldCounts', 'payment.forgetNetworks', 'session.forget',
    'limits.forget'];
BEGIN
  IF to_regprocedure('pgboss.delete_queue(text)') IS NULL THEN RETURN; END IF;
  -- Deletes the schedule and the queued runs too.
  PERFORM pgboss.delete_queue(name) FROM pgboss.queue WHERE name = ANY (former);
  -- Runs that were due, but not yet queued.
  DELETE FROM pgboss.job WHERE name = '__pgboss__send-it' AND data->>'name' = ANY (former);
END $$;
