import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import { Client } from 'pg'
import { sendRequest, startProgram } from '../child.ts'
import type { Cores } from '../cores.ts'
import type { LoadRequest } from '../load.ts'
import { withCpu } from '../measure-server.ts'
import { withDatabase } from '../measure-staff.ts'
import type { Outcome } from '../repeat.ts'
import { openShop, type ShopSettings } from '../shop.ts'
import { signIn } from '../sign-in.ts'
import { BOARD_STOPS } from './add-board-day.ts'
import { type BoardMeasurement, measureBoard } from './measure-board.ts'
import { type BoardPageMeasurement, measureBoardPage } from './measure-board-page.ts'
import { type DayChangeMeasurement, measureDayChange } from './measure-day-change.ts'

export type BoardResult = {
  server: BoardMeasurement
  dayChange: DayChangeMeasurement
  page?: BoardPageMeasurement
  /** Why the page was not measured. */
  pageError?: string
}

const SEED = join(import.meta.dirname, '../../dist/server/seed.mjs')

type BoardBench = {
  cores: Cores
  load: ChildProcess
  settings: ShopSettings
  databasePid: number
  seconds: number
  /** Undefined if there is no Chromium. */
  browser: Browser | undefined
}

/** The board with 1,000 stops: its response, and its page in a browser. */
export async function benchBoard(bench: BoardBench): Promise<BoardResult> {
  const { cores, load, settings, databasePid, seconds, browser } = bench
  const databaseUrl = await cores.onAllCores(databasePid, () =>
    seedOrders(cores, settings.databaseUrl),
  )
  const shop = await openShop(cores, { ...settings, databaseUrl })
  try {
    const { port } = shop
    const cookie = await signIn(port)
    const run = (paths: string[], concurrency: number) =>
      withCpu(
        shop.cpuMs,
        () =>
          sendRequest<Outcome>(load, {
            ...{ kind: 'get', port, paths, cookie, concurrency, seconds, maxRequests: 50_000 },
          } as LoadRequest),
        shop,
      )
    const server = await measureBoard(databaseUrl, port, cookie, run, shop.cpuMs)
    const dayChange = await measureDayChange(databaseUrl, port, cookie)
    if (!browser) return { server, dayChange }
    const url = `http://localhost:${port}/admin/routes?date=${server.date}`
    // A browser needs more than one core.
    return await cores
      .onAllCores(undefined, () => measureBoardPage(browser, url))
      .then(
        (page) => ({ server, dayChange, page }),
        (error: unknown) => ({ server, dayChange, pageError: String(error) }),
      )
  } finally {
    await shop.stop()
  }
}

/** A database of its own with as many orders as the board copies. */
async function seedOrders(cores: Cores, url: string): Promise<string> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query('create database board')
  await client.end()
  const databaseUrl = withDatabase(url, 'board')
  const env = { DATABASE_URL: databaseUrl, SHOP_TIME_ZONE: 'America/New_York', PAYMENTS: 'sandbox' }
  const args = ['--orders', String(BOARD_STOPS)]
  const [code] = await once(startProgram(cores, 'load core', SEED, { args, env }), 'exit')
  if (code !== 0) throw new Error(`seeding the board exited with code ${code}`)
  return databaseUrl
}
