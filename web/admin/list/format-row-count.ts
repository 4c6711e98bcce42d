import type { ListTotal } from '#web/api/list-page.ts'

export type CountNoun = readonly [one: string, many: string]

/** '3 trucks', or '50 of 1,000+ orders' where there are other pages. */
export function formatRowCount(
  shown: number,
  total: ListTotal | undefined,
  isPartialPage: boolean,
  [one, many]: CountNoun,
): string {
  const of =
    isPartialPage && total
      ? ` of ${total.count.toLocaleString('en-US')}${total.isCapped ? '+' : ''}`
      : ''
  return `${shown}${of} ${shown === 1 && !of ? one : many}`
}
