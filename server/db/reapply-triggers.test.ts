import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { emptyDatabase, type FreshDatabase } from '#tests/support/database/clone-database.ts'
import { templateUrl } from '#tests/support/database/fresh-database.ts'
import { silentLog } from '#tests/support/test-runtime.ts'
import { type Database, openDatabase } from './client.ts'
import { migrate } from './migrate.ts'

let fresh: FreshDatabase
let processes: Database[]
let folders: { migrations: string; triggers: string }

beforeEach(async () => {
  fresh = await emptyDatabase(templateUrl())
  processes = [1, 2, 3].map(() => openDatabase(fresh.url, { poolSize: 1, log: silentLog }))
  const folder = mkdtempSync(join(tmpdir(), 'carboy-triggers-'))
  folders = { migrations: join(folder, 'migrations'), triggers: join(folder, 'triggers') }
  mkdirSync(join(folders.migrations, 'meta'), { recursive: true })
  mkdirSync(folders.triggers)
})

afterEach(async () => {
  await Promise.all(processes.map(({ close }) => close()))
  await fresh.drop()
  rmSync(join(folders.triggers, '..'), { recursive: true })
})

/** All migrations in order. */
function writeMigrations(...statements: string[]) {
  const entries = statements.map((sql, idx) => {
    const tag = `000${idx}`
    writeFileSync(join(folders.migrations, `${tag}.sql`), sql)
    return { idx, version: '7', when: 1000 + idx, tag, breakpoints: true }
  })
  const journal = JSON.stringify({ version: '7', dialect: 'postgresql', entries })
  writeFileSync(join(folders.migrations, 'meta', '_journal.json'), journal)
}

const writeSource = (name: string, sql: string) =>
  writeFileSync(join(folders.triggers, `${name}.sql`), sql)

/** A trigger that adds to each new bottle's liters. */
const adding = (name: string, column: string, liters: number) =>
  `create function ${name}() returns trigger language plpgsql as $$
   begin new.${column} := new.${column} + ${liters}; return new; end $$;
   create trigger bottles_${name} before insert or update on bottles
     for each row execute function ${name}();`

const bottles = 'create table bottles (liters int)'
const start = (nth = 0) => migrate(processes[nth]?.pool as Database['pool'], folders)

async function read<T>(sql: string): Promise<T[]> {
  const { rows } = (await processes[0]?.pool.query({ text: sql, rowMode: 'array' })) ?? { rows: [] }
  return rows.map(([value]: T[]) => value as T)
}

const liters = (column = 'liters') => read<number>(`select ${column} from bottles`)
const add = () => processes[0]?.pool.query('insert into bottles values (10)')
const triggerIds = () => read<number>('select oid from pg_trigger where not tgisinternal')

test('sources are applied after the migrations and reapplied when they change', async () => {
  writeMigrations(bottles)
  writeSource('first', adding('first', 'liters', 1))
  await start()
  await add()
  expect(await liters()).toEqual([11])

  // The next version has other functions and none of the first version.
  writeSource('first', '-- empty')
  writeSource('second', adding('second', 'liters', 5))
  await start()
  await add()

  expect(await liters()).toEqual([11, 15])
  const functions = "select proname::text from pg_proc where pronamespace = 'public'::regnamespace"
  expect(await read(functions)).toEqual(['second'])
})

test('concurrent starts apply changed sources once and unchanged ones never', async () => {
  writeMigrations(bottles)
  writeSource('first', adding('first', 'liters', 1))
  await Promise.all([start(0), start(1), start(2)])
  const before = await triggerIds()
  await Promise.all([start(0), start(1), start(2)])
  expect(before).toHaveLength(1)
  expect(await triggerIds()).toEqual(before)

  writeSource('first', adding('first', 'liters', 2))
  await Promise.all([start(0), start(1), start(2)])
  await add()
  expect(await liters()).toEqual([12])
})

test('a start without changes does not wait for writers', async () => {
  writeMigrations(bottles)
  writeSource('first', adding('first', 'liters', 1))
  await start()
  const writer = await processes[1]?.pool.connect()
  await writer?.query('begin; insert into bottles values (10)')

  await start()

  await writer?.query('rollback')
  writer?.release()
})

test('a migration that renames and updates fires no trigger of the previous version', async () => {
  writeMigrations(bottles)
  writeSource('first', adding('first', 'liters', 1))
  await start()
  await add()

  writeMigrations(
    bottles,
    'alter table bottles rename column liters to volume; update bottles set volume = volume * 2',
  )
  writeSource('first', adding('first', 'volume', 1))
  await start()
  await add()

  expect(await liters('volume')).toEqual([22, 11])
})

test('a failed source rolls back its migration, and the old triggers remain', async () => {
  writeMigrations(bottles)
  writeSource('first', adding('first', 'liters', 1))
  await start()

  writeMigrations(bottles, 'create table crates (id int)')
  writeSource('second', 'create function broken( returns')
  await expect(start()).rejects.toThrow()
  await add()

  expect(await read("select to_regclass('crates')::text")).toEqual([null])
  expect(await liters()).toEqual([11])
})

test('a process of an earlier version does not start and keeps the triggers of the later one', async () => {
  writeMigrations(bottles, 'create table crates (id int)')
  writeSource('first', adding('first', 'liters', 2))
  await start()

  writeMigrations(bottles)
  writeSource('first', adding('first', 'liters', 1))
  await expect(start()).rejects.toThrow('the database has a later version of the shop')
  await add()

  expect(await liters()).toEqual([12])
})
