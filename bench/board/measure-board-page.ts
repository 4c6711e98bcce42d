import type { Browser, Page } from '@playwright/test'
import { apiPaths } from '#contract/paths.ts'
import { STAFF } from '../shop.ts'
import { median } from '../statistics.ts'

/** The board's page, in milliseconds. */
export type BoardPageMeasurement = {
  /** From the navigation to the first stop in the document. */
  firstStopMs: number
  /** From the navigation until the page is idle. */
  idleMs: number
  /** Stops in the document, of all stops of the date. */
  drawnStops: number
  /** While a stop is dragged over the lanes: the median and the slowest frame. */
  frameMs: number
  slowestFrameMs: number
}

const LOADS = 3
const DRAG_STEPS = 60

/** Opens the board of a date and drags its first stop across the lanes, without dropping it. */
export async function measureBoardPage(
  browser: Browser,
  url: string,
): Promise<BoardPageMeasurement> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  try {
    const login = new URL(apiPaths.adminLogin, url)
    const headers = { origin: login.origin }
    await context.request.post(login.href, { data: STAFF, headers })
    const page = await context.newPage()
    const loads: { firstStopMs: number; idleMs: number }[] = []
    // The first load fills the cache and is not measured.
    for (let load = 0; load <= LOADS; load++) loads.push(await openBoard(page, url))
    const measured = loads.slice(1)
    const frames = await dragAcross(page)
    return {
      firstStopMs: median(measured.map(({ firstStopMs }) => firstStopMs)),
      idleMs: median(measured.map(({ idleMs }) => idleMs)),
      drawnStops: await page.locator(STOP).count(),
      frameMs: median(frames),
      slowestFrameMs: Math.max(...frames),
    }
  } finally {
    await context.close()
  }
}

const STOP = '[data-stop-button]'

async function openBoard(page: Page, url: string) {
  const start = performance.now()
  await page.goto(url, { waitUntil: 'commit' })
  await page.locator(STOP).first().waitFor()
  const firstStopMs = performance.now() - start
  await page.waitForFunction(() => new Promise((done) => requestIdleCallback(() => done(true))))
  return { firstStopMs, idleMs: performance.now() - start }
}

async function dragAcross(page: Page): Promise<number[]> {
  const box = await page.locator(STOP).first().boundingBox()
  if (!box) throw new Error('the board shows no stop')
  const [x, y] = [box.x + box.width / 3, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.evaluate(() => {
    const frames: number[] = []
    let previous = performance.now()
    const next = () => {
      const now = performance.now()
      frames.push(now - previous)
      previous = now
      requestAnimationFrame(next)
    }
    requestAnimationFrame(next)
    Object.assign(window, { benchFrames: frames })
  })
  for (let step = 1; step <= DRAG_STEPS; step++) await page.mouse.move(x, y + step * 8)
  const frames = await page.evaluate(
    () => (window as unknown as { benchFrames: number[] }).benchFrames,
  )
  await page.keyboard.press('Escape')
  await page.mouse.up()
  // The first frame started before the drag.
  return frames.slice(1)
}
