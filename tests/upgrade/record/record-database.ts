import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { cloneDatabase } from '#tests/support/database/clone-database.ts'
import { startTemplateServer } from '#tests/support/database/template-server.ts'
import { startShop } from '#tests/support/start-shop.ts'
import { summarize } from '../run-checks.ts'
import { dumpRows } from './dump-rows.ts'
import { runScenario, START } from './scenario.ts'

/** Keeps the fixture small: removes old idempotency keys and all but five mailbox emails. */
const DROP_UNNEEDED_ROWS = `
  delete from sandbox.idempotency_keys
    where created_at < (select max(created_at) from sandbox.idempotency_keys) - interval '1 day';
  delete from mailbox where id not in (select id from mailbox order by received_at desc limit 5)`

/** Runs the scenario in a shop of this version, and writes its rows into the folder. */
export async function recordDatabase(version: string, folder: string): Promise<void> {
  const server = await startTemplateServer()
  try {
    const { url } = await cloneDatabase(server.templateUrl)
    const env = { SEED: 'demo', RATE_LIMIT_SCALE: '1000' }
    const shop = await startShop(url, { env, now: START, seed: `fixture ${version}` })
    try {
      const handles = await runScenario(shop)
      await shop.sql(DROP_UNNEEDED_ROWS)
      await mkdir(folder, { recursive: true })
      const toJson = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`
      await writeFile(join(folder, 'handles.json'), toJson(handles))
      // This version is the present one: 'before' has the names of 0.1.0.
      await writeFile(join(folder, 'facts.json'), toJson(await summarize(shop.deps.pool, 'after')))
      const dump = await dumpRows(shop.deps.pool)
      await writeFile(join(folder, 'rows.jsonl.gz'), dump)
      process.stdout.write(`${folder}: ${Math.round(dump.length / 1024)} kB\n`)
    } finally {
      await shop.close()
    }
  } finally {
    await server.stop()
  }
}
