import type { ListTotal } from '#web/api/list-page.ts'

export type CountNoun = readonly [singular: string, plural: string]

/** '3 trucks', or '50 of 1,000+ orders' if there are more pages. */
export function formatRowCount(
  visibleCount: number,
  total: ListTotal | undefined,
  isPartialPage: boolean,
  [singular, plural]: CountNoun,
): string {
  const totalSuffix =
    isPartialPage && total
      ? ` of ${total.count.toLocaleString('en-US')}${total.isCapped ? '+' : ''}`
      : ''
  return `${visibleCount}${totalSuffix} ${visibleCount === 1 && !totalSuffix ? singular : plural}`
}
