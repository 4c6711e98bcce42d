import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { freshDatabase } from '#tests/support/database/fresh-database.ts'
import { AnswerReader } from './answer-reader.ts'
import { LeanClient } from './lean-client.ts'

/** Sends every answer of the database in parts of this size, each in a turn of its own. */
async function openProxy(databaseUrl: string, partSize: number) {
  const { host, port, user, password, database } = new pg.Client({ connectionString: databaseUrl })
  const sockets: Socket[] = []
  const server = createServer((client) => {
    const path = { path: `${host}/.s.PGSQL.${port}` }
    const answers = host.startsWith('/') ? connect(path) : connect(port, host)
    sockets.push(client, answers)
    for (const socket of [client, answers]) socket.on('error', () => {})
    client.setNoDelay(true).pipe(answers)
    answers.on('data', (bytes) => void sendInParts(client, answers, bytes, partSize))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const { port: proxyPort } = server.address() as AddressInfo
  return { host: '127.0.0.1', port: proxyPort, user, password: password ?? undefined, database }
}

async function sendInParts(to: Socket, from: Socket, bytes: Buffer, partSize: number) {
  from.pause()
  for (let at = 0; at < bytes.length; at += partSize) {
    to.write(bytes.subarray(at, at + partSize))
    await new Promise(setImmediate)
  }
  from.resume()
}

/** A text of NUL-free bytes that look like the end of an answer. */
const LIKE_AN_END = 'Z\u0001\u0001\u0001\u0005I'

const statements = [
  {
    name: 'rows',
    text: 'select n, $1::text as given from generate_series(1, 40) n',
    values: ['水'],
  },
  { name: 'null', text: 'select null::text as nothing, $1::int as five', values: [5] },
  { name: 'none', text: 'select 1 where $1', values: [false] },
  { name: 'end', text: 'select $1::text as text', values: [LIKE_AN_END.repeat(50)] },
  { text: 'select 1 as first' },
  { name: 'fails', text: 'select 1 / $1::int', values: [0] },
  { name: 'notice', text: `select pg_notify('channel', $1)`, values: ['payload'] },
  { name: 'long', text: 'select repeat($1, 20000) as text', values: ['Ü'] },
]

type Run = Pick<pg.Client, 'query'>
const readResult = async (client: Run, statement: (typeof statements)[number]) => {
  const query = client.query(statement as pg.QueryConfig)
  return query.then(
    ({ rows, rowCount, command }) => ({ rows, rowCount, command }),
    ({ code }) => ({ code }),
  )
}

test('answers are the same as with pg, in whatever parts they arrive', async () => {
  const { url, drop } = await freshDatabase()
  const plain = new pg.Client({ connectionString: url })
  await plain.connect()
  const expected = []
  for (const statement of statements) expected.push(await readResult(plain, statement))

  for (const partSize of [3, 6, 7, 100, 4_096, 1_000_000]) {
    const client = new LeanClient({ ...(await openProxy(url, partSize)), pipeline: true })
    const notifications: unknown[] = []
    client.on('notification', ({ payload }) => notifications.push(payload))
    client.on('error', () => {})
    await client.connect()
    await client.query('listen channel')
    for (let round = 1; round <= 2; round++) {
      for (const [index, statement] of statements.entries())
        expect(await readResult(client, statement)).toEqual(expected[index])
      const together = statements.map((statement) => readResult(client, statement))
      expect(await Promise.all(together)).toEqual(expected)
    }
    await expect.poll(() => notifications).toEqual(Array(4).fill('payload'))
    await client.end()
  }
  await plain.end()
  await drop()
})

test('answers to statements that a connection knows are read without pg', async () => {
  const { url, drop } = await freshDatabase()
  const client = new LeanClient({ connectionString: url, pipeline: true })
  await client.connect()
  const passedOn: Buffer[] = []
  const { connection } = client as unknown as { connection: { stream: Socket } }
  const known = statements.filter(({ name }) => name === 'rows' || name === 'null')
  for (const statement of known) await readResult(client, statement)
  connection.stream.on('data', (bytes: Buffer) => passedOn.push(bytes))

  for (const statement of known) await readResult(client, statement)
  await Promise.all(known.map((statement) => readResult(client, statement)))

  expect(passedOn).toEqual([])
  await client.end()
  await drop()
})

test('after a rest that pg waits for, pg reads on', () => {
  const client = { readyForQuery: true } as ConstructorParameters<typeof AnswerReader>[0]
  const reader = new AnswerReader(client)
  const ready = Buffer.from('Z\0\0\0\u0005I', 'latin1')

  reader.wasReadByPg(ready.subarray(0, 5), 5)
  expect(reader.read(ready, 6)).toBe(false)
})
