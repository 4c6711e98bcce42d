import type { ListTotal } from '#web/api/list-page.ts'

export type Noun = readonly [one: string, many: string]

/** '3 trucks', or '50 of 1,000+ orders' where there are other pages. */
export function howMany(
  shown: number,
  total: ListTotal | undefined,
  isPart: boolean,
  [one, many]: Noun,
): string {
  const of =
    isPart && total ? ` of ${total.count.toLocaleString('en-US')}${total.isMore ? '+' : ''}` : ''
  return `${shown}${of} ${shown === 1 && !of ? one : many}`
}
