import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { freshDatabase } from '#tests/support/database/fresh-database.ts'
import { silentLog } from '#tests/support/test-runtime.ts'
import { cacheUntilCommit, currentSnapshotId } from './cache-until-commit.ts'
import { type Database, openDatabase } from './client.ts'

let fresh: Awaited<ReturnType<typeof freshDatabase>>
let ours: Database
let others: Database

beforeAll(async () => {
  fresh = await freshDatabase()
  ours = openDatabase(fresh.url, { poolSize: 1, log: silentLog })
  others = openDatabase(fresh.url, { poolSize: 2, log: silentLog })
  await ours.db.execute(sql`create table notes (n int)`)
})

afterAll(async () => {
  await ours.close()
  await others.close()
  await fresh.drop()
})

const look = async () => {
  const { rows } = await ours.db.execute<{ seen: string }>(sql`select ${currentSnapshotId} as seen`)
  return rows[0]?.seen ?? ''
}

function counting() {
  const keep = cacheUntilCommit(ours.pool)
  let made = 0
  const count = async () => {
    made += 1
    const { rows } = await ours.db.execute<{ n: number }>(sql`select count(*) as n from notes`)
    return rows[0]?.n
  }
  const read = async () => keep(await look(), 'notes', count)
  /** The server's other databases are written to as well, by other tests: again, until one is kept. */
  const readKept = () =>
    vi.waitFor(
      async () => {
        await read()
        const before = made
        const answer = await read()
        expect(made).toBe(before)
        return answer
      },
      { timeout: 30_000, interval: 5 },
    )
  return { keep, count, read, readKept }
}

const write = () => others.db.execute(sql`insert into notes values (1)`)

test('an answer is kept while nothing is committed, and made anew after each commit', async () => {
  const { read, readKept } = counting()

  const kept = await readKept()
  await write()
  const after = await read()

  expect(after).toBe((kept ?? 0) + 1)
})

test('what was written long before is news from the moment it is committed', async () => {
  const { read, readKept } = counting()
  const kept = await others.db.transaction(async (tx) => {
    await tx.execute(sql`insert into notes values (1)`)
    await write()
    return readKept()
  })

  const after = await read()

  expect(after).toBe((kept ?? 0) + 1)
})

test('what was committed while an answer was made is seen by whoever comes next', async () => {
  const { keep, count, read } = counting()
  const half = await keep(await look(), 'notes', async () => {
    const counted = await count()
    await write()
    return counted
  })

  const after = await read()

  expect(after).toBe((half ?? 0) + 1)
})

test('a new connection forgets everything, for it may lead to a server that has crashed', async () => {
  const { keep, readKept } = counting()
  await readKept()
  const seen = await look()

  const { rows } = await ours.pool.query('select pg_backend_pid() as pid')
  await others.pool.query('select pg_terminate_backend($1, 5000)', [rows[0].pid])
  await expect.poll(() => ours.pool.totalCount).toBe(0)
  await look()

  expect(await keep(seen, 'notes', async () => 'made anew')).toBe('made anew')
})

test('whoever asks while an answer is made shares the next one, which begins after they asked', async () => {
  const { keep } = counting()
  const begun: string[] = []
  const ends: (() => void)[] = []
  const ask = (seen: string) =>
    keep(seen, 'notes', async () => {
      begun.push(seen)
      await new Promise<void>((end) => ends.push(end))
      return begun.length
    })

  const first = ask('a')
  await expect.poll(() => begun).toEqual(['a'])
  const same = ask('a')
  const later = [ask('b'), ask('c'), ask('d')]
  expect(begun).toEqual(['a'])
  ends[0]?.()
  expect(await Promise.all([first, same])).toEqual([1, 1])
  await expect.poll(() => begun).toEqual(['a', 'b'])
  ends[1]?.()

  expect(await Promise.all(later)).toEqual([2, 2, 2])
  expect(await ask('d')).toBe(2)
})

test('an answer that could not be made fails those who shared it, and nobody after them', async () => {
  const { keep } = counting()
  let hasStarted = false
  const fail = () =>
    keep('a', 'notes', async () => {
      hasStarted = true
      await look()
      throw new Error('no answer')
    })

  const asked = [fail(), fail()]
  await expect.poll(() => hasStarted).toBe(true)
  const next = keep('b', 'notes', async () => 'made')

  for (const one of asked) await expect(one).rejects.toThrow('no answer')
  expect(await next).toBe('made')
  expect(await keep('a', 'notes', async () => 'made anew')).toBe('made anew')
})

test('under writers on every side no answer is older than a commit that was told before', async () => {
  const { read } = counting()
  const { rows } = await others.pool.query('select count(*)::int as n from notes')
  let told: number = rows[0].n
  let isOver = false
  const writing = [1, 2].map(async () => {
    while (!isOver) {
      await write()
      told += 1
    }
  })

  const reading = [1, 2, 3, 4].map(async () => {
    for (let n = 0; n < 100; n++) {
      const before = told
      expect(await read()).toBeGreaterThanOrEqual(before)
    }
  })
  await Promise.all(reading)
  isOver = true
  await Promise.all(writing)

  expect(await read()).toBe(told)
})
