import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { dateIn } from '#contract/dates/calendar.ts'
import { startEmbeddedPostgres } from '#server/adapters/embedded-postgres/embedded-postgres.ts'
import { openDatabase } from '#server/db/client.ts'
import { migrate } from '#server/db/migrate.ts'
import { silentLog } from '#tests/support/test-runtime.ts'
import { withDatabase } from '../measure-staff.ts'
import { fillDatabase, SHOP_ZONE } from './fill/fill-database.ts'
import type { ScaleResult } from './result.ts'
import { type Sizes, small } from './sizes.ts'

/** While the database is filled, nothing needs to survive a crash. */
const FILL_SETTINGS = {
  ...{ fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', autovacuum: 'off' },
  ...{ shared_buffers: '1GB', max_wal_size: '8GB', wal_level: 'minimal', max_wal_senders: '0' },
}

/** Otherwise the settings of `npm start`; four processes need more connections. */
const MEASURED_SETTINGS = { max_connections: '300' }

type Preparation = { dataDir: string; isFilled: boolean; isPersistent: boolean; sizes: Sizes }

/** Fills both databases or reuses those of an earlier run, and copies them if they are stored. */
export async function prepareDatabases(
  { dataDir, isFilled, isPersistent, sizes }: Preparation,
  onStep: (name: string) => void,
  onStarted: (stop: () => Promise<unknown>) => void,
): Promise<Pick<ScaleResult, 'fill'>> {
  onStep('starting the database')
  const server = await startEmbeddedPostgres({ dataDir, settings: FILL_SETTINGS, log: silentLog })
  onStarted(() => server.stop())
  const maintenance = new Client({ connectionString: withDatabase(server.url, 'postgres') })
  await maintenance.connect()
  try {
    const fill = isFilled ? undefined : await fillBoth(server.url, maintenance, sizes, onStep)
    if (isFilled) await assertSameDay(withDatabase(server.url, 'large'))
    for (const name of ['small', 'large']) {
      if (isFilled) await migrateKept(withDatabase(server.url, name))
      const measured = `${name}_measured`
      await maintenance.query(`drop database if exists ${measured} with (force)`)
      // A stored database stays as it was filled; otherwise no copy is needed.
      if (isPersistent) onStep(`copying the ${name} database`)
      await maintenance.query(
        isPersistent
          ? `create database ${measured} template ${name} strategy file_copy`
          : `alter database ${name} rename to ${measured}`,
      )
    }
    return fill ? { fill } : {}
  } finally {
    await maintenance.end()
    await server.stop()
  }
}

async function fillBoth(
  url: string,
  maintenance: Client,
  sizes: Sizes,
  onStep: (name: string) => void,
) {
  const now = new Date()
  await maintenance.query('create database small')
  await maintenance.query('create database large')
  await fillDatabase(withDatabase(url, 'small'), small, now)
  const startedAt = performance.now()
  const steps: Record<string, number> = {}
  let [name, at] = ['', startedAt]
  const endStep = () => {
    if (name) steps[name] = (performance.now() - at) / 1000
  }
  await fillDatabase(withDatabase(url, 'large'), sizes, now, (next) => {
    endStep()
    name = next
    at = performance.now()
    onStep(`filling: ${next}`)
  })
  endStep()
  return { seconds: (performance.now() - startedAt) / 1000, steps }
}

/** A stored database may be of an earlier version, and migrating three million orders takes longer than a start may. */
async function migrateKept(databaseUrl: string): Promise<void> {
  const { pool, close } = openDatabase(databaseUrl, { poolSize: 2, log: silentLog })
  await migrate(pool).finally(close)
}

/** Later, thousands of deliveries would be due and their orders would be created. */
async function assertSameDay(databaseUrl: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ at: Date }>('select max(created_at) as at from orders')
    const [filledOn, today] = [rows[0]?.at ?? new Date(0), new Date()].map((at) =>
      dateIn(SHOP_ZONE, at),
    )
    if (filledOn !== today) throw new Error(`the database is of ${filledOn}; fill it again`)
  } finally {
    await client.end()
  }
}

export type MeasuredDatabases = {
  urls: { small: string; large: string }
  pid: number
  /** Copies are dropped, so that the kept folder contains only what was filled. */
  stop(areCopies: boolean): Promise<void>
}

/** Starts the databases again as the product does, with durable commits. */
export async function startMeasured(dataDir: string): Promise<MeasuredDatabases> {
  const server = await startEmbeddedPostgres({
    dataDir,
    settings: MEASURED_SETTINGS,
    log: silentLog,
  })
  const urls = {
    small: withDatabase(server.url, 'small_measured'),
    large: withDatabase(server.url, 'large_measured'),
  }
  const pid = Number.parseInt(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10)
  const stop = async (areCopies: boolean) => {
    if (areCopies) {
      const client = new Client({ connectionString: withDatabase(server.url, 'postgres') })
      await client.connect()
      for (const name of ['small_measured', 'large_measured'])
        await client.query(`drop database if exists ${name} with (force)`)
      await client.end()
    }
    await server.stop()
  }
  return { urls, pid, stop }
}
