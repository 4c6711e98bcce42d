import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '#server/db/client.ts'
import { migrate } from '#server/db/migrate.ts'
import { readTriggerSources } from '#server/db/trigger-sources.ts'
import { emptyDatabase, type FreshDatabase } from '#tests/support/database/clone-database.ts'
import { freshDatabase, templateUrl } from '#tests/support/database/fresh-database.ts'
import { silentLog } from '#tests/support/test-runtime.ts'
import { loadFixture } from './load-fixture.ts'

let databases: FreshDatabase[]
let fresh: Database
let upgraded: Database

beforeAll(async () => {
  databases = [await freshDatabase(), await emptyDatabase(templateUrl())]
  const [freshCopy, fixtureCopy] = databases
  await loadFixture(fixtureCopy?.url ?? '', '0.1.0')
  const open = (url = '') => openDatabase(url, { poolSize: 1, log: silentLog })
  fresh = open(freshCopy?.url)
  upgraded = open(fixtureCopy?.url)
  await migrate(upgraded.pool)
})

afterAll(async () => {
  await Promise.all([fresh, upgraded].map(({ close }) => close()))
  await Promise.all(databases.map(({ drop }) => drop()))
})

/** Excludes functions of extensions, and functions used by indexes, which migrations create. */
const ownFunctions = `
  from pg_proc p where p.pronamespace = 'public'::regnamespace
    and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid
      and d.deptype = 'e')
    and not exists (select from pg_depend d join pg_class c on c.oid = d.objid
      where d.classid = 'pg_class'::regclass and d.refclassid = 'pg_proc'::regclass
        and d.refobjid = p.oid and c.relkind = 'i')`

const ownTriggers = `
  from pg_trigger t join pg_class c on c.oid = t.tgrelid
  where not t.tgisinternal and c.relnamespace = 'public'::regnamespace`

async function queryTexts({ pool }: Database, sql: string): Promise<string[]> {
  const { rows } = await pool.query<{ text: string }>(sql)
  return rows.map(({ text }) => text)
}

const sources = readTriggerSources(
  join(import.meta.dirname, '..', '..', 'server', 'db', 'triggers'),
)
const allSources = sources.statements.join('\n')
const namesIn = (pattern: RegExp) =>
  [...allSources.matchAll(pattern)].map(([, name]) => name).sort()

test('a fresh database and an upgraded one have the same functions and triggers', async () => {
  const functions = `select pg_get_functiondef(p.oid) as text ${ownFunctions} order by 1`
  const triggers = `select pg_get_triggerdef(t.oid) || t.tgenabled::text as text ${ownTriggers} order by 1`

  expect(await queryTexts(upgraded, functions)).toEqual(await queryTexts(fresh, functions))
  expect(await queryTexts(upgraded, triggers)).toEqual(await queryTexts(fresh, triggers))
})

test('every function and trigger of the database is defined in a source file', async () => {
  const functions = await queryTexts(fresh, `select p.proname::text as text ${ownFunctions}`)
  const triggers = await queryTexts(fresh, `select t.tgname::text as text ${ownTriggers}`)

  expect(functions.sort()).toEqual([...sources.functions].sort())
  expect(triggers.sort()).toEqual(namesIn(/^create trigger (\w+)/gm))
  expect(triggers.length).toBeGreaterThan(20)
})

test('every trigger has a reason of its own', () => {
  const explained = namesIn(/^-- (?!As (?:above|for)\b).+\ncreate trigger (\w+)/gm)
  expect(explained).toEqual(namesIn(/^create trigger (\w+)/gm))
})
