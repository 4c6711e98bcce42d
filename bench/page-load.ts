import { existsSync } from 'node:fs'
import { get } from 'node:http'
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test'
import { median } from './statistics.ts'

/** Loading metrics and transferred bytes of a page on a slow device and network. */
export type PageLoad = {
  lcpMs: number
  cls: number
  blockingMs: number
  /** Transferred bytes by kind, including response headers. */
  transferred: Record<Kind, number>
  /** Size of the page's JavaScript with gzip. */
  javascriptGzipped: number
}

const kinds = ['html', 'css', 'javascript', 'image', 'font', 'data'] as const
export type Kind = (typeof kinds)[number]

export type Screen = { width: number; height: number; deviceScaleFactor: number; isMobile: boolean }

export const phone: Screen = { width: 412, height: 823, deviceScaleFactor: 1.75, isMobile: true }
export const desktop: Screen = { width: 1280, height: 800, deviceScaleFactor: 1, isMobile: false }

const CPU_SLOWDOWN = 4
const ROUND_TRIP_MS = 150
const BYTES_PER_SECOND = 1_600_000 / 8
/** Long enough for requests that the page sends when idle. */
const IDLE_MS = 1_000

export function chromiumPath(): string | undefined {
  const { CHROMIUM_PATH } = process.env
  if (CHROMIUM_PATH) return existsSync(CHROMIUM_PATH) ? CHROMIUM_PATH : undefined
  return ['/usr/bin/chromium', '/usr/bin/chromium-headless-shell'].find((path) => existsSync(path))
}

export async function openBrowser(executablePath: string): Promise<Browser> {
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
  })
}

/** Each figure is the median of its own, so they may come from different loads. */
export function medianLoad(loads: readonly PageLoad[]): PageLoad {
  const medianBy = (read: (load: PageLoad) => number) => median(loads.map(read))
  return {
    lcpMs: medianBy((load) => load.lcpMs),
    cls: medianBy((load) => load.cls),
    blockingMs: medianBy((load) => load.blockingMs),
    transferred: countByKind((kind) => medianBy((load) => load.transferred[kind])),
    javascriptGzipped: medianBy((load) => load.javascriptGzipped),
  }
}

/** Loads a page with an empty cache. */
export async function loadPage(browser: Browser, url: string, screen: Screen): Promise<PageLoad> {
  const { width, height, ...device } = screen
  const context = await browser.newContext({ viewport: { width, height }, ...device })
  try {
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    const traffic = await watchTraffic(session)
    await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: ROUND_TRIP_MS,
      downloadThroughput: BYTES_PER_SECOND,
      uploadThroughput: BYTES_PER_SECOND,
    })
    await page.addInitScript(observe)
    await page.goto(url, { waitUntil: 'networkidle', timeout: 30_000 })
    await page.waitForTimeout(IDLE_MS)
    const vitals = await readVitals(page)
    return {
      ...vitals,
      transferred: traffic.transferred,
      javascriptGzipped: await gzippedSize(traffic.scripts),
    }
  } finally {
    await context.close()
  }
}

type Observations = {
  lcp: number
  fcp: number
  tasks: [number, number][]
  shifts: [number, number][]
}

/** Runs in the page before its own scripts. */
function observe(): void {
  const observed: Observations = { lcp: 0, fcp: 0, tasks: [], shifts: [] }
  Object.assign(window, { observed })
  const on = (type: string, record: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(record)).observe({
      type,
      buffered: true,
    })
  on('largest-contentful-paint', ({ startTime }) => {
    observed.lcp = startTime
  })
  on('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') observed.fcp = startTime
  })
  on('longtask', ({ startTime, duration }) => observed.tasks.push([startTime, duration]))
  on('layout-shift', (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry & {
      value: number
      hadRecentInput: boolean
    }
    if (!hadRecentInput) observed.shifts.push([entry.startTime, value])
  })
}

async function readVitals(page: Page) {
  const observed = await page.evaluate(
    () => (window as unknown as { observed: Observations }).observed,
  )
  const blockingMs = observed.tasks
    .filter(([at, took]) => at + took > observed.fcp)
    .reduce((sum, [at, took]) => sum + Math.max(0, took - 50 - Math.max(0, observed.fcp - at)), 0)
  return { lcpMs: observed.lcp, blockingMs, cls: cumulativeLayoutShift(observed.shifts) }
}

/** CLS: the largest sum of shifts less than a second apart, within at most five seconds. */
function cumulativeLayoutShift(shifts: readonly [number, number][]): number {
  let [worst, sum, first, last] = [0, 0, 0, Number.NEGATIVE_INFINITY]
  for (const [at, value] of shifts) {
    if (at - last > 1_000 || at - first > 5_000) [sum, first] = [0, at]
    sum += value
    last = at
    worst = Math.max(worst, sum)
  }
  return worst
}

async function watchTraffic(session: CDPSession) {
  const transferred = countByKind(() => 0)
  const scripts = new Set<string>()
  const kindByRequest = new Map<string, Kind>()
  await session.send('Network.enable')
  session.on('Network.responseReceived', ({ requestId, response }) => {
    const kind = kindByType(response.mimeType)
    kindByRequest.set(requestId, kind)
    if (kind === 'javascript') scripts.add(response.url)
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    transferred[kindByRequest.get(requestId) ?? 'data'] += encodedDataLength
  })
  return { transferred, scripts }
}

function countByKind(count: (kind: Kind) => number): Record<Kind, number> {
  return Object.fromEntries(kinds.map((kind) => [kind, count(kind)])) as Record<Kind, number>
}

function kindByType(type: string): Kind {
  if (type === 'text/html') return 'html'
  if (type === 'text/css') return 'css'
  if (/javascript/.test(type)) return 'javascript'
  if (type.startsWith('image/')) return 'image'
  return /font/.test(type) ? 'font' : 'data'
}

async function gzippedSize(urls: Iterable<string>): Promise<number> {
  const sizes = await Promise.all([...urls].map(bodySize))
  return sizes.reduce((sum, size) => sum + size, 0)
}

function bodySize(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'gzip' } }, (response) => {
      let size = 0
      response.on('data', (chunk: Buffer) => {
        size += chunk.length
      })
      response.on('end', () => resolve(size))
    }).on('error', reject)
  })
}
