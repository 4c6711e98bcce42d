import type { ChildProcess } from 'node:child_process'
import type { Browser } from '@playwright/test'
import { sendRequest } from '../child.ts'
import type { Cores } from '../cores.ts'
import type { LoadRequest } from '../load.ts'
import { withCpu } from '../measure-server.ts'
import type { Outcome } from '../repeat.ts'
import { openShop, type ShopSettings } from '../shop.ts'
import { signIn } from '../sign-in.ts'
import { BOARD_STOPS } from './add-board-day.ts'
import { type BoardMeasurement, measureBoard } from './measure-board.ts'
import { type BoardPageMeasurement, measureBoardPage } from './measure-board-page.ts'
import { type DayChangeMeasurement, measureDayChange } from './measure-day-change.ts'
import { seedOrders } from './seed-orders.ts'

export type BoardResult = {
  server: BoardMeasurement
  dayChange: DayChangeMeasurement
  page?: BoardPageMeasurement
  /** Why the page was not measured. */
  pageError?: string
}

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
    seedOrders(cores, settings.databaseUrl, { name: 'board', orders: BOARD_STOPS }),
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
