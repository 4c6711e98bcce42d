// npm run db:generate -- --name topic: writes the migration of changed tables.
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { inCheckout } from './bootstrap/checkout.mjs'
import { exitWith, packageBin, runNode } from './bootstrap/run.mjs'

const meta = inCheckout('server/db/migrations/meta')

try {
  const file = packageBin('drizzle-kit', 'drizzle-kit')
  process.exitCode = await runNode(file, ['generate', ...process.argv.slice(2)])
  removeOldSnapshots()
} catch (error) {
  exitWith(error)
}

/** Only the newest snapshot is compared with the tables, and each has thousands of lines. */
function removeOldSnapshots() {
  const snapshots = readdirSync(meta).filter((name) => name.endsWith('_snapshot.json'))
  for (const name of snapshots.sort().slice(0, -1)) rmSync(join(meta, name))
}
