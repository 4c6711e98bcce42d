import { Client } from 'pg'
import { apiPaths } from '#contract/paths.ts'
import { Connection, getRequest } from '../connection.ts'
import type { Measurement } from '../measure-server.ts'
import { median } from '../statistics.ts'
import { addBoardDay } from './add-board-day.ts'

/** With the size of one response. */
export type BoardMeasurement = Measurement & {
  kb: number
  /** As a browser gets it. */
  compressedKb: number
  date: string
  /** The first read after a change, which the server cannot answer from its cache. */
  afterChange: { cpuMs: number; ms: number }
}

const CHANGES = 15

type Run = (paths: string[], concurrency: number) => Promise<Measurement>

/** Reads the board of a date with 1,000 stops after changes, and again and again without them. */
export async function measureBoard(
  databaseUrl: string,
  port: number,
  cookie: string,
  run: Run,
  cpuMs: () => Promise<number>,
): Promise<BoardMeasurement> {
  const date = await addBoardDay(databaseUrl)
  const path = `${apiPaths.adminRoutes}?date=${date}`
  const connection = await Connection.open(port)
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  const change = () => client.query('update trucks set name = name where name = $1', ['Bench 1'])
  const read = async () => {
    await change()
    const start = performance.now()
    const { body } = await connection.send(getRequest(path, cookie))
    return { ms: performance.now() - start, kb: body.length / 1000 }
  }
  try {
    // The first reads compile the code.
    for (let n = 0; n < CHANGES; n++) await read()
    const before = await cpuMs()
    const reads: Awaited<ReturnType<typeof read>>[] = []
    for (let n = 0; n < CHANGES; n++) reads.push(await read())
    const afterChange = {
      cpuMs: ((await cpuMs()) - before) / CHANGES,
      ms: median(reads.map(({ ms }) => ms)),
    }
    const kb = reads[0]?.kb ?? 0
    const compressedKb = await readCompressedKb(`http://127.0.0.1:${port}${path}`, cookie)
    return { ...(await run([path], 1)), kb, compressedKb, date, afterChange }
  } finally {
    connection.close()
    await client.end()
  }
}

async function readCompressedKb(url: string, cookie: string): Promise<number> {
  const response = await fetch(url, { headers: { cookie, 'accept-encoding': 'gzip' } })
  await response.arrayBuffer()
  return Number(response.headers.get('content-length')) / 1000
}
