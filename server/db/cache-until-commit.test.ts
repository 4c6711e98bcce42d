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

const readSnapshotId = async () => {
  const { rows } = await ours.db.execute<{ id: string }>(sql`select ${currentSnapshotId} as id`)
  return rows[0]?.id ?? ''
}

function counting() {
  const cached = cacheUntilCommit(ours.pool)
  let loads = 0
  const count = async () => {
    loads += 1
    const { rows } = await ours.db.execute<{ n: number }>(sql`select count(*) as n from notes`)
    return rows[0]?.n
  }
  const read = async () => cached(await readSnapshotId(), 'notes', count)
  /** Other tests commit in other databases of the server, so this retries until a value is cached. */
  const readCached = () =>
    vi.waitFor(
      async () => {
        await read()
        const before = loads
        const value = await read()
        expect(loads).toBe(before)
        return value
      },
      { timeout: 30_000, interval: 5 },
    )
  return { cached, count, read, readCached }
}

const write = () => others.db.execute(sql`insert into notes values (1)`)

test('a value is cached until the next commit', async () => {
  const { read, readCached } = counting()

  const cachedValue = await readCached()
  await write()
  const after = await read()

  expect(after).toBe((cachedValue ?? 0) + 1)
})

test('an earlier write invalidates the cache when it commits', async () => {
  const { read, readCached } = counting()
  const cachedValue = await others.db.transaction(async (tx) => {
    await tx.execute(sql`insert into notes values (1)`)
    await write()
    return readCached()
  })

  const after = await read()

  expect(after).toBe((cachedValue ?? 0) + 1)
})

test('a commit during a load is visible to the next caller', async () => {
  const { cached, count, read } = counting()
  const half = await cached(await readSnapshotId(), 'notes', async () => {
    const counted = await count()
    await write()
    return counted
  })

  const after = await read()

  expect(after).toBe((half ?? 0) + 1)
})

test('a new connection clears the cache, because the server may have crashed', async () => {
  const { cached, readCached } = counting()
  await readCached()
  const snapshotId = await readSnapshotId()

  const { rows } = await ours.pool.query('select pg_backend_pid() as pid')
  await others.pool.query('select pg_terminate_backend($1, 5000)', [rows[0].pid])
  await expect.poll(() => ours.pool.totalCount).toBe(0)
  await readSnapshotId()

  expect(await cached(snapshotId, 'notes', async () => 'loaded again')).toBe('loaded again')
})

test('callers during a load share the next load, which starts after them', async () => {
  const { cached } = counting()
  const started: string[] = []
  const ends: (() => void)[] = []
  const call = (snapshotId: string) =>
    cached(snapshotId, 'notes', async () => {
      started.push(snapshotId)
      await new Promise<void>((end) => ends.push(end))
      return started.length
    })

  const first = call('a')
  await expect.poll(() => started).toEqual(['a'])
  const same = call('a')
  const later = [call('b'), call('c'), call('d')]
  expect(started).toEqual(['a'])
  ends[0]?.()
  expect(await Promise.all([first, same])).toEqual([1, 1])
  await expect.poll(() => started).toEqual(['a', 'b'])
  ends[1]?.()

  expect(await Promise.all(later)).toEqual([2, 2, 2])
  expect(await call('d')).toBe(2)
})

test('a failed load rejects the callers that shared it, and no later ones', async () => {
  const { cached } = counting()
  let hasStarted = false
  const fail = () =>
    cached('a', 'notes', async () => {
      hasStarted = true
      await readSnapshotId()
      throw new Error('load failed')
    })

  const calls = [fail(), fail()]
  await expect.poll(() => hasStarted).toBe(true)
  const next = cached('b', 'notes', async () => 'loaded')

  for (const call of calls) await expect(call).rejects.toThrow('load failed')
  expect(await next).toBe('loaded')
  expect(await cached('a', 'notes', async () => 'loaded again')).toBe('loaded again')
})

test('with concurrent writers no value is older than an acknowledged commit', async () => {
  const { read } = counting()
  const { rows } = await others.pool.query('select count(*)::int as n from notes')
  let acknowledged: number = rows[0].n
  let isOver = false
  const writing = [1, 2].map(async () => {
    while (!isOver) {
      await write()
      acknowledged += 1
    }
  })

  const reading = [1, 2, 3, 4].map(async () => {
    for (let n = 0; n < 100; n++) {
      const before = acknowledged
      expect(await read()).toBeGreaterThanOrEqual(before)
    }
  })
  await Promise.all(reading)
  isOver = true
  await Promise.all(writing)

  expect(await read()).toBe(acknowledged)
})
