// Runs as a separate process, so that a test can kill the owner of the embedded database.
// With a second argument it writes rows in an endless loop and reports each acknowledged row.
import pg from 'pg'
import { startEmbeddedPostgres } from '#server/adapters/embedded-postgres/embedded-postgres.ts'
import { silentLog } from '../test-runtime.ts'

const [dataDir = '', isWriting] = process.argv.slice(2)

try {
  const { url, wasRunning } = await startEmbeddedPostgres({ dataDir, log: silentLog })
  process.send?.({ wasRunning })
  if (isWriting) await writeWithoutEnd(url)
} catch (error) {
  process.send?.({ rejected: error instanceof Error ? error.message : String(error) })
  process.exit(1)
}

async function writeWithoutEnd(url: string) {
  const pool = new pg.Pool({ connectionString: url })
  await pool.query('create table if not exists written (n int primary key)')
  for (let n = 1; ; n += 1) {
    await pool.query('insert into written values ($1)', [n])
    process.send?.({ acknowledged: n })
  }
}
