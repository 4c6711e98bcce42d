/** How much the second half may need above the first: the caches of a longer day. */
const GROWTH = 1.15

const median = (values: number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** The first quarter is left out: programs and caches are still loading. */
export function isFlat(samples: number[]): boolean {
  const quarter = Math.floor(samples.length / 4)
  const early = median(samples.slice(quarter, 2 * quarter))
  const late = median(samples.slice(3 * quarter))
  return samples.length >= 8 && late <= early * GROWTH
}
