import { TableError } from './request-table.ts'

/** Row by row; a pair without a route is NaN. */
export type Table = { durations: Float32Array; distances: Float32Array }

/** Three months by truck; a cell beyond it is no road. */
const MAX_CELL = 1e7

/** Reads the response of `/table/v1`; anything but a complete table of the expected size is an error. */
export function readTable(response: unknown, sources: number, destinations: number): Table {
  const { code, durations, distances } = (response ?? {}) as Record<string, unknown>
  if (code !== 'Ok') throw new TableError(`code ${String(code).slice(0, 40)}`, false)
  return {
    durations: readCells(durations, sources, destinations, 'durations'),
    distances: readCells(distances, sources, destinations, 'distances'),
  }
}

function readCells(rows: unknown, sources: number, destinations: number, name: string) {
  const isComplete =
    Array.isArray(rows) &&
    rows.length === sources &&
    rows.every((row) => Array.isArray(row) && row.length === destinations)
  if (!isComplete) throw new TableError(`${name} of another size`, false)
  return Float32Array.from((rows as unknown[][]).flat(), (cell) =>
    typeof cell === 'number' && cell >= 0 && cell <= MAX_CELL ? cell : Number.NaN,
  )
}
