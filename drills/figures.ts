/** One measured value of a drill, and whether it is as promised. */
export type Figure = { name: string; value: string | number; isOk: boolean }

export const figure = (name: string, value: string | number, isOk = true): Figure => ({
  name,
  value,
  isOk,
})

/** Why a drill can't run on this machine. */
export class NotPossible extends Error {}

export const print = (line: string) => void process.stdout.write(`${line}\n`)

export function printFigures(figures: Figure[]): void {
  const width = Math.max(...figures.map(({ name }) => name.length))
  for (const { name, value, isOk } of figures) {
    print(`${isOk ? 'ok  ' : 'FAIL'}  ${name.padEnd(width)}  ${value}`)
  }
}

export const seconds = (ms: number) => (ms / 1000).toFixed(1)

export const addCount = (counts: Map<string, number>, what: string, n = 1) =>
  void counts.set(what, (counts.get(what) ?? 0) + n)

/** `503 unavailable: 12, no answer: 3` */
export const describeCounts = (counts: Map<string, number>) =>
  [...counts].map(([what, count]) => `${what}: ${count}`).join(', ') || 'none'

export const silentLog = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
