import { PgBoss } from 'pg-boss'
import { expect, onTestFinished, test } from 'vitest'
import { backgroundJobs } from '#server/background-jobs.ts'
import { openDatabase } from '#server/db/client.ts'
import { migrate } from '#server/db/migrate.ts'
import { startJobs } from '#server/jobs/job-runner.ts'
import { watchJobs } from '#server/watch-jobs.ts'
import { emptyDatabase } from '#tests/support/database/clone-database.ts'
import { templateUrl } from '#tests/support/database/fresh-database.ts'
import { openShop } from '#tests/support/open-shop.ts'
import { silentLog } from '#tests/support/test-runtime.ts'
import { loadFixture, readFixture } from './load-fixture.ts'

/** Jobs of 0.1.0 that have another name today, each with a count of the rows it has to process. */
const renamedJobs = {
  'mail.send': "select count(*) from emails where status = 'pending' and due_at <= $1",
  'mail.sendSignIn': `select count(*) from emails
    where status = 'pending' and kind = 'sign_in' and due_at <= $1`,
  'payment.endDeclined': `select count(*) from intents i where i.closed_at is null
    and i.id in (select intent_id from declines where code = 'three_times' and created_at <= $1)`,
  'refund.follow': `select count(*) from refunds r join sandbox.objects o on o.id = r.provider_ref
    where r.status = 'succeeded' and o.data->>'status' = 'failed' and r.created_at <= $1`,
  'delivery.plan': `select count(*) from subscriptions s where s.status = 'active'
    and s.next_date <= $1::date + 3
    and not exists (select from cycles c where c.subscription_id = s.id and c.status = 'unpaid')`,
  'subscription.foldCounts': `select count(*) from subscription_counts
    where frequency = 'merged' and $1::timestamptz is not null`,
  'payment.forgetNetworks': `select count(*) from intents
    where network is not null and created_at < $1::timestamptz - interval '2 days'`,
  'session.forget': 'select count(*) from sessions where expires_at <= $1',
  'limits.forget': 'select count(*) from rate_limits where ends_at <= $1',
}
const formerNames = Object.keys(renamedJobs)

/** Jobs of 0.1.0 that kept their name. */
const sameNames = [
  'refund.send',
  'payment.closeBreaker',
  'payment.reconcile',
  'payment.readEvents',
  'payment.expire',
  'delivery.charge',
  'order.runDeferredEffects',
  'order.eraseUnpaid',
  'payment.deleteCustomers',
]

/** Rows that the fixture lacks: a login email, a checkout with three declines, a failed refund, a delta. */
const MORE_ROWS = `
  insert into mails (id, kind, subject_id, dedupe_key, status, due_at, created_at)
    select gen_random_uuid(), 'sign_in', id, 'sign_in:' || id || ':again', 'waiting', created_at, created_at
    from login_requests order by created_at desc limit 1;
  insert into declines (charge_ref, intent_id, code, created_at)
    select 'ch_' || n, intent_id, 'three_times', updated_at
    from (select * from payments where kind = 'checkout' and status = 'pending'
      and set_aside_at is null order by updated_at desc limit 1) p, generate_series(1, 3) n;
  update sandbox.objects set data = jsonb_set(data, '{status}', '"failed"') where id =
    (select provider_ref from refunds where status = 'succeeded' order by created_at desc limit 1);
  insert into subscription_counts (status, frequency, basket, n)
    values ('active', 'merged', '{}', 1), ('active', 'merged', '{}', -1)`

/** A database of 0.1.0 in which a run of every job is queued. */
async function openEarlierDatabase() {
  const { now } = await readFixture('0.1.0', 'handles.json')
  const { url, drop } = await emptyDatabase(templateUrl())
  onTestFinished(drop)
  await loadFixture(url, '0.1.0')
  const boss = new PgBoss({ connectionString: url, max: 1, supervise: false, schedule: false })
  boss.on('error', () => {})
  await boss.start()
  onTestFinished(() => boss.stop({ graceful: false }))
  for (const name of [...formerNames, ...sameNames]) {
    await boss.createQueue(name, { policy: 'short', retryLimit: 0 })
    await boss.schedule(name, '* * * * *')
    await boss.send(name, {}, { startAfter: name === 'delivery.charge' ? 3600 : 0 })
    // pg-boss forwards due runs through a queue of its own.
    await boss.createQueue('__pgboss__send-it')
    await boss.send('__pgboss__send-it', { name, key: '' })
  }
  return { url, now, boss }
}

/** Starts the current version two days later, as `server/main.ts` does. */
async function startProcess({ url, now }: { url: string; now: string }) {
  const { pool, close } = openDatabase(url, { poolSize: 1, log: silentLog })
  await migrate(pool).finally(close)
  const shop = await openShop({ databaseUrl: url, now })
  shop.clock.advance(2 * 86_400_000)
  const queueErrors: unknown[] = []
  const log = { ...silentLog, error: (...entry: unknown[]) => void queueErrors.push(entry) }
  const { databaseUrl, listener } = shop.deps
  const jobs = backgroundJobs(shop.deps)
  const start = async () => {
    const watch = watchJobs(shop.deps)
    const runner = await startJobs({ url: databaseUrl, listener, log, jobs, watch })
    onTestFinished(() => runner.stop())
  }
  const listNames = async (query: string) =>
    (await shop.sql<{ name: string }>(query)).map(({ name }) => name)
  const names = jobs.map(({ name }) => name).toSorted()
  return { shop, start, queueErrors, listNames, names }
}

test('work that was queued under a job name of 0.1.0 is done after the upgrade', async () => {
  const earlier = await openEarlierDatabase()
  const { pool, close } = openDatabase(earlier.url, { poolSize: 1, log: silentLog })
  await pool.query(MORE_ROWS).finally(close)
  const { shop, start, queueErrors, listNames, names } = await startProcess(earlier)
  const listWaiting = async () => {
    const waiting: string[] = []
    for (const [name, query] of Object.entries(renamedJobs)) {
      const [row] = await shop.sql<{ count: number }>(query, [shop.clock.now()])
      if (row?.count !== 0) waiting.push(name)
    }
    return waiting
  }
  expect(await listWaiting()).toEqual(formerNames)

  await start()

  await expect.poll(listWaiting).toEqual([])
  expect(await listNames('select name from pgboss.schedule order by name')).toEqual(names)
  // The run that is not due yet is the only one of the earlier version that may stay.
  expect(
    await listNames("select name from pgboss.job where state = 'created' and start_after > now()"),
  ).toEqual(['delivery.charge'])
  expect(queueErrors).toEqual([])
})

test('processes that upgrade together leave one schedule per job', async () => {
  const earlier = await openEarlierDatabase()
  // A process of 0.1.0 that has not been stopped.
  for (const name of formerNames) {
    await earlier.boss.work(name, { pollingIntervalSeconds: 0.5 }, async () => {})
  }

  const started = await Promise.all([1, 2, 3].map(() => startProcess(earlier)))
  await Promise.all(started.map(({ start }) => start()))

  const [first] = started
  expect(await first?.listNames('select name from pgboss.schedule order by name')).toEqual(
    first?.names,
  )
  expect(await earlier.boss.send('mail.send')).toBeNull()
  expect(started.flatMap(({ queueErrors }) => queueErrors)).toEqual([])
})
