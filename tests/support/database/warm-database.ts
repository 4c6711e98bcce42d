import type pg from 'pg'
import { type FreshDatabase, freshDatabase } from './fresh-database.ts'
import { closeParked, parkConnectionsTo, parkedConnections } from './parked-connections.ts'
import { type Baseline, readBaseline, restoreBaseline } from './restore-baseline.ts'

type Warm = FreshDatabase & { uses: number }

/** Deleted rows stay in the files of their tables, so a database is replaced after some tests. */
const MAX_USES = 40

const idle: Warm[] = []
let baseline: Baseline | undefined

/** A migrated, empty database for a test: a new one, or one of a former test with its connections. */
export async function warmDatabase(): Promise<FreshDatabase> {
  const warm = (await nextIdle()) ?? (await create())
  warm.uses += 1
  let isDropped = false
  const drop = async () => {
    if (isDropped) return
    isDropped = true
    if (warm.uses < MAX_USES) idle.push(warm)
    else await discard(warm)
  }
  return { url: warm.url, drop }
}

async function create(): Promise<Warm> {
  const database = await freshDatabase()
  baseline ??= await readBaseline(database.url)
  parkConnectionsTo(database.url)
  return { ...database, uses: 0 }
}

/** Restored only now, because other shops of the former test may have closed after the first. */
async function nextIdle(): Promise<Warm | undefined> {
  for (let warm = idle.pop(); warm; warm = idle.pop()) {
    const connections = await parkedConnections(warm.url)
    const [first] = connections.filter(({ _queryable }) => _queryable)
    if (baseline && first && (await tryToRestore(first, connections, baseline))) return warm
    await discard(warm)
  }
  return undefined
}

/** Returns false if the database can't be used again. */
async function tryToRestore(
  connection: pg.Client,
  parked: { processID: number }[],
  expected: Baseline,
): Promise<boolean> {
  const pids = parked.map(({ processID }) => processID)
  try {
    await connection.query(
      `select pg_terminate_backend(pid, 10000) from pg_stat_activity
       where datname = current_database() and pid <> all($1::int[])`,
      [pids],
    )
    return await restoreBaseline(connection, expected)
  } catch {
    return false
  }
}

async function discard({ url, drop }: Warm): Promise<void> {
  await closeParked(url)
  await drop()
}
