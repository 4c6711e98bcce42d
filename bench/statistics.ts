/** Returns the smallest value that is at least as large as this share of all values. */
export function percentile(sorted: readonly number[], share: number): number {
  if (sorted.length === 0) return Number.NaN
  const rank = Math.ceil(share * sorted.length)
  return sorted[Math.min(Math.max(rank, 1), sorted.length) - 1] as number
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right)
  const middle = sorted.length / 2
  if (sorted.length % 2 === 1) return sorted[Math.floor(middle)] as number
  return ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2
}

/** The median of the ratios of pairs: one slow measurement changes only the ratio of its pair. */
export function medianRatio(pairs: readonly (readonly [value: number, baseline: number])[]) {
  return median(pairs.map(([value, baseline]) => value / baseline))
}

/** Parses the kernel's list of allowed cores, such as `0-1,4`. */
export function parseCoreList(text: string): number[] {
  return text
    .trim()
    .split(',')
    .filter((part) => part !== '')
    .flatMap((part) => {
      const [first = 0, last = first] = part.split('-').map(Number)
      return Array.from({ length: last - first + 1 }, (_, index) => first + index)
    })
}
