import type { Pool } from 'pg'
import { systemClock, systemRandom } from '#server/adapters/system-runtime.ts'
import { readClockOffsetMs } from '#server/clock-offset.ts'
import type { Config } from '#server/config/config.ts'
import type { Db } from '#server/db/client.ts'
import { finishesWithin } from '#server/jobs/finishes-within.ts'
import { findOwnerEmail } from '#server/modules/identity/index.ts'
import { readSettings } from '#server/modules/settings/index.ts'
import type { Clock, Log } from '#server/runtime.ts'
import type { Check, CheckResult } from './check.ts'
import { checkAlerts } from './checks/alerts.ts'
import { checkBackup, checkPause, checkVerifiedRestore } from './checks/backups.ts'
import { checkCertificate } from './checks/certificate.ts'
import { checkClock } from './checks/clock.ts'
import { checkDisk } from './checks/disk.ts'
import { checkEmail, type TestEmail } from './checks/email.ts'
import { checkCharging, checkOutbox, checkQueue } from './checks/jobs.ts'
import { describeVersion } from './checks/migrations.ts'
import { checkStripe } from './checks/stripe.ts'
import { checkTimeZone } from './checks/time-zone.ts'
import { checkTwoStep } from './checks/two-step.ts'
import { checkWebhooks } from './checks/webhooks.ts'
import { type ExaminedDatabase, examineDatabase } from './open-database.ts'
import { type NamedResult, runCheck } from './run-check.ts'

/** The embedded database may have to start and to recover first. */
const DATABASE_LIMIT_MS = 60_000
const MAIL_LIMIT_MS = 20_000
const CLOSE_LIMIT_MS = 10_000

type ShopAccess = { db: Db; pool: Pool; clock: Clock }

export type ExamineOptions = { log: Log; sendsEmail: boolean }

/** Runs every check of the shop, whether it is running or not. Changes nothing but a test email. */
export async function examineShop(
  config: Config,
  { log, sendsEmail }: ExamineOptions,
): Promise<NamedResult[]> {
  const database = examineDatabase(config, log)
  const opened = await runCheck({
    name: 'database',
    limitMs: DATABASE_LIMIT_MS,
    run: database.check,
  })
  const checks = listChecks(config, database, sendsEmail)
  const results = await Promise.all(checks.map(runCheck))
  await finishesWithin(
    database.close().catch(() => {}),
    CLOSE_LIMIT_MS,
  )
  return [opened, ...results]
}

function listChecks(config: Config, database: ExaminedDatabase, sendsEmail: boolean): Check[] {
  const email = { config, random: systemRandom, isSending: sendsEmail }
  const withShop = (run: (shop: ShopAccess) => Promise<CheckResult>) => async () => {
    const { db, pool } = await database.current()
    return run({ db, pool, clock: await shopClock(config, pool) })
  }
  return [
    { name: 'migrations', run: async () => describeVersion(await database.version()) },
    { name: 'clock', run: async () => checkClock(database.connected().pool, systemClock) },
    {
      name: 'time-zone',
      run: withShop(async ({ db, pool, clock }) =>
        checkTimeZone(pool, await readSettings(db), config, clock),
      ),
    },
    { name: 'disk', run: () => checkDisk(config.dataDir) },
    {
      name: 'smtp',
      limitMs: MAIL_LIMIT_MS,
      run: () => checkEmail(email, () => testEmail(config, database)),
    },
    { name: 'stripe', run: () => checkStripe(config) },
    { name: 'tls', run: () => checkCertificate(config.publicUrl, systemClock) },
    { name: 'job-queue', run: withShop(checkQueue) },
    { name: 'charging', run: withShop(checkCharging) },
    { name: 'outbox', run: withShop(checkOutbox) },
    { name: 'two-step', run: withShop(({ db }) => checkTwoStep(db)) },
    { name: 'webhooks', run: withShop((shop) => checkWebhooks({ ...shop, config })) },
    { name: 'backup', run: withShop(({ db, clock }) => checkBackup(db, clock)) },
    { name: 'restore', run: withShop(({ db, clock }) => checkVerifiedRestore(db, clock)) },
    { name: 'pause', run: withShop(({ db }) => checkPause(db)) },
    { name: 'alerts', run: withShop(({ db }) => checkAlerts(db)) },
  ]
}

/** In development the shop's clock may be ahead of the machine's. */
async function shopClock({ production }: Config, pool: Pool): Promise<Clock> {
  const offsetMs = production ? 0 : await readClockOffsetMs(pool)
  return { now: () => new Date(systemClock.now().getTime() + offsetMs) }
}

/** To the first owner, or without a database to the address of the configuration. */
async function testEmail(config: Config, database: ExaminedDatabase): Promise<TestEmail> {
  const { admin, initialSettings } = config
  const fallback = admin.isDemo ? initialSettings.email : admin.email
  try {
    const { db } = await database.current()
    const { name, email } = await readSettings(db)
    return { to: (await findOwnerEmail(db)) ?? fallback, shop: { name, email } }
  } catch {
    return { to: fallback, shop: initialSettings }
  }
}
