import { setTimeout as delay } from 'node:timers/promises'
import { type GeoPoint, greatCircleMatrix, type TravelMatrix } from '#server/routing/index.ts'
import { readTable, type Table } from './read-table.ts'
import { requestJson, TableError } from './request-table.ts'

/** OSRM accepts 100 coordinates per table unless it is configured otherwise. */
const POINTS_PER_SIDE = 50
const PARALLEL = 4
const MAX_ATTEMPTS = 3
/** Pairs: one day of a thousand stops. */
const MAX_CACHED = 1_100_000

type Options = {
  /** Base URL of an OSRM server; without one, distances are great circles. */
  url?: string | undefined
  /** Speed of estimated legs, unless the caller passes one. */
  kmPerHour?: number
  timeoutMs?: number
  retryDelayMs?: number
}

export type MatrixResult = {
  matrix: TravelMatrix
  source: 'osrm' | 'great_circle'
  warnings: string[]
}

/**
 * Returns a function that measures points (rule 53). It asks the server for blocks of pairs and caches
 * them. If a block cannot be had, the whole matrix is estimated, because estimated and real legs side
 * by side would favor one kind; only pairs without a road are estimated one by one.
 */
export function createMatrixReader({
  url,
  kmPerHour = 48,
  timeoutMs = 10_000,
  retryDelayMs = 500,
}: Options): (points: readonly GeoPoint[], speed?: number) => Promise<MatrixResult> {
  const cache = new Map<string, Table>()
  // The owner may change the speed while the server runs.
  return async (points, speed = kmPerHour) => {
    const matrix = await greatCircleMatrix(points, speed)
    if (!url || points.length < 2) return { matrix, source: 'great_circle', warnings: [] }
    try {
      const load = (path: string, sources: number, destinations: number) =>
        loadTable(cache, `${url}${path}`, sources, destinations, timeoutMs, retryDelayMs)
      const missing = await fillFromTables(matrix, points, load)
      const pairs = missing === 1 ? '1 pair has' : `${missing} pairs have`
      const text = `${pairs} no road and ${missing === 1 ? 'is' : 'are'} estimated`
      return { matrix, source: 'osrm', warnings: missing > 0 ? [text] : [] }
    } catch (error) {
      if (!(error instanceof TableError)) throw error
      const warning = `The routing server failed (${error.message}). Distances are estimated.`
      const estimated = await greatCircleMatrix(points, speed)
      return { matrix: estimated, source: 'great_circle', warnings: [warning] }
    }
  }
}

type Load = (path: string, sources: number, destinations: number) => Promise<Table>

/** Overwrites the estimates block by block and returns how many stayed. */
async function fillFromTables(
  matrix: TravelMatrix,
  points: readonly GeoPoint[],
  load: Load,
): Promise<number> {
  // Sorted, so that the same doors give the same blocks in whatever order they come.
  const sorted = [...points.keys()].sort((a, b) =>
    coordinates(points, a) < coordinates(points, b) ? -1 : 1,
  )
  const sides = chunk(sorted)
  const blocks = sides.flatMap((from) => sides.map((to) => ({ from, to })))
  let missing = 0
  const work = async () => {
    for (let block = blocks.shift(); block; block = blocks.shift()) {
      const { from, to } = block
      const table = await load(tablePath(points, from, to), from.length, to.length)
      missing += writeBlock(matrix, from, to, table)
    }
  }
  const settled = await Promise.allSettled(
    Array.from({ length: PARALLEL }, () => stopOnError(work, blocks)),
  )
  const failed = settled.find((result) => result.status === 'rejected')
  if (failed) throw failed.reason
  return missing
}

/** After one failure the other workers finish their block and take no further one. */
async function stopOnError(work: () => Promise<void>, blocks: unknown[]): Promise<void> {
  try {
    await work()
  } catch (error) {
    blocks.length = 0
    throw error
  }
}

const chunk = (ids: number[]): number[][] =>
  Array.from({ length: Math.ceil(ids.length / POINTS_PER_SIDE) }, (_, index) =>
    ids.slice(index * POINTS_PER_SIDE, (index + 1) * POINTS_PER_SIDE),
  )

/** Five decimals are about a meter. */
const coordinates = (points: readonly GeoPoint[], id: number) =>
  `${points[id]?.longitude.toFixed(5)},${points[id]?.latitude.toFixed(5)}`

function tablePath(points: readonly GeoPoint[], from: number[], to: number[]): string {
  const places = [...from, ...to].map((id) => coordinates(points, id)).join(';')
  const sources = from.map((_, index) => index).join(';')
  const destinations = to.map((_, index) => from.length + index).join(';')
  return `/table/v1/driving/${places}?sources=${sources}&destinations=${destinations}&annotations=duration,distance`
}

function writeBlock(matrix: TravelMatrix, from: number[], to: number[], table: Table): number {
  const { points, distances, durations } = matrix
  let missing = 0
  from.forEach((source, row) => {
    to.forEach((destination, column) => {
      const at = row * to.length + column
      const seconds = table.durations[at] ?? Number.NaN
      const meters = table.distances[at] ?? Number.NaN
      if (Number.isNaN(seconds) || Number.isNaN(meters)) {
        missing += 1
        return
      }
      durations[source * points + destination] = Math.round(seconds)
      distances[source * points + destination] = Math.round(meters)
    })
  })
  return missing
}

async function loadTable(
  cache: Map<string, Table>,
  url: string,
  sources: number,
  destinations: number,
  timeoutMs: number,
  retryDelayMs: number,
): Promise<Table> {
  const cached = cache.get(url)
  if (cached) {
    // Moves the block to the end, so that the least recently used one is dropped first.
    cache.delete(url)
    cache.set(url, cached)
    return cached
  }
  for (let attempt = 1; ; attempt++) {
    try {
      const table = readTable(await requestJson(url, timeoutMs), sources, destinations)
      cache.set(url, table)
      trim(cache)
      return table
    } catch (error) {
      const canRetry = error instanceof TableError && error.isTemporary && attempt < MAX_ATTEMPTS
      if (!canRetry) throw error
      await delay(retryDelayMs * attempt)
    }
  }
}

function trim(cache: Map<string, Table>): void {
  let pairs = 0
  for (const { durations } of cache.values()) pairs += durations.length
  for (const [url, { durations }] of cache) {
    if (pairs <= MAX_CACHED) return
    cache.delete(url)
    pairs -= durations.length
  }
}
