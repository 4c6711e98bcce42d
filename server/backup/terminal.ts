const PROGRESS_MS = 2_000
const number = new Intl.NumberFormat('en-US')

export const print = (line: string) => void process.stdout.write(`${line}\n`)

export const formatCount = (count: number) => number.format(count)

export const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`

/** One line every two seconds, so that a small backup prints none. */
export function progressPrinter() {
  let printedAt = performance.now()
  return (rows: number, totalRows: number) => {
    if (performance.now() - printedAt < PROGRESS_MS) return
    printedAt = performance.now()
    print(`${formatCount(rows)} of ${formatCount(totalRows)} rows`)
  }
}
