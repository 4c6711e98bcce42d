import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { freshDatabase } from '#tests/support/database/fresh-database.ts'
import { openListener } from './listener.ts'

/** The database behind a door that can be shut: who is inside is put out, who comes is refused. */
async function behindADoor(url: string) {
  const { host = '', port, database, user } = new pg.Client({ connectionString: url })
  const place = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port }
  const inside = new Set<Socket>()
  const makeDoor = () =>
    createServer((visitor) => {
      const server = connect(place)
      inside.add(visitor)
      for (const end of [visitor, server]) end.on('error', () => {})
      visitor.pipe(server).pipe(visitor)
      visitor.once('close', () => server.destroy())
      server.once('close', () => visitor.destroy())
    })
  let door: Server = makeDoor().listen(0, '127.0.0.1')
  await once(door, 'listening')
  const { port: number } = door.address() as AddressInfo
  return {
    url: `postgres://${user}@127.0.0.1:${number}/${database}`,
    async shut() {
      door.close()
      for (const visitor of inside) visitor.destroy()
    },
    async open() {
      door = makeDoor().listen(number, '127.0.0.1')
      await once(door, 'listening')
    },
    close: () => door.close(),
  }
}

test('while the database is away one hand knocks; then it is heard again, each word once', async () => {
  const { url, drop } = await freshDatabase()
  const door = await behindADoor(url)
  const knocks: string[] = []
  const quiet = () => {}
  const warn = (_: object, words: string) => void knocks.push(words)
  const listener = await openListener(door.url, { debug: quiet, info: quiet, error: quiet, warn })
  const outside = new pg.Pool({ connectionString: url })
  onTestFinished(async () => {
    await listener.close()
    await outside.end()
    door.close()
    await drop()
  })
  const heard: (string | null)[] = []
  listener.on('carboy_order', (payload) => heard.push(payload))

  await door.shut()
  await delay(1500)
  await door.open()

  await expect.poll(() => heard, { timeout: 10_000 }).toEqual([null])
  const refused = knocks.filter((words) => words === 'listener cannot connect')
  expect(refused.length).toBeGreaterThan(0)
  expect(refused.length).toBeLessThan(8)
  await outside.query(`notify carboy_order, 'one'`)
  await expect.poll(() => heard).toEqual([null, 'one'])
  const { rows } = await outside.query(
    `select 1 from pg_stat_activity
     where datname = current_database() and application_name = 'carboy listener'`,
  )
  expect(rows).toHaveLength(1)
}, 30_000)
