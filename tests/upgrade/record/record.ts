import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readArguments, refuseArguments } from '#server/terminal/read-arguments.ts'
import { cloneDatabase } from '#tests/support/database/clone-database.ts'
import { startTemplateServer } from '#tests/support/database/template-server.ts'
import { startShop } from '#tests/support/start-shop.ts'
import { summarize } from '../run-checks.ts'
import { dumpRows } from './dump-rows.ts'
import { runScenario, START } from './scenario.ts'

const usage = `Usage: npm run upgrade:record -- 0.2.0 [--yes]

Records a database of the checked-out version. Tests of later versions upgrade from it, so a version
that is recorded already needs --yes.`
const command = { name: 'upgrade:record', usage }
const { values, positionals } = readArguments(command, {
  allowPositionals: true,
  options: { yes: { type: 'boolean' } },
})
const version = positionals.join(' ')
if (!/^\d+\.\d+\.\d+$/.test(version)) refuseArguments(command, 'Name the version, such as 0.2.0')
const folder = join(import.meta.dirname, '..', version)
if (existsSync(folder) && !values.yes)
  refuseArguments(command, `${version} is recorded already. To record it again, add --yes`)

/** Keeps the fixture small: removes old idempotency keys and all but five mailbox emails. */
const DROP_UNNEEDED_ROWS = `
  delete from sandbox.idempotency_keys
    where created_at < (select max(created_at) from sandbox.idempotency_keys) - interval '1 day';
  delete from mailbox where id not in (select id from mailbox order by received_at desc limit 5)`

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
    await writeFile(join(folder, 'facts.json'), toJson(await summarize(shop.deps.pool, 'before')))
    const dump = await dumpRows(shop.deps.pool)
    await writeFile(join(folder, 'rows.jsonl.gz'), dump)
    process.stdout.write(`${folder}: ${Math.round(dump.length / 1024)} kB\n`)
  } finally {
    await shop.close()
  }
} finally {
  await server.stop()
}
