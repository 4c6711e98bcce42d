import { formatDate } from '#contract/dates/calendar.ts'

const integerFormat = new Intl.NumberFormat('en-US')
const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
const short = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })

export const formatCount = (count: number) => integerFormat.format(count)
export const formatDollars = (cents: number) => dollars.format(cents / 100)
/** For a scale: '1.5K'. */
export const formatShort = (count: number) => short.format(count)

/** 'Mar 5'. */
export const formatShortDay = (date: string) => formatDate(date, 'short').replace(/, \d{4}$/, '')

const months = {
  short: new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' }),
  long: new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' }),
}

/** '2026-03' to 'Mar', or to 'March 2026'. */
export const formatMonth = (month: string, style: keyof typeof months) =>
  months[style].format(new Date(`${month}-01T00:00:00Z`))

const SMALL_MAXIMA = [2, 4, 6, 8, 10]
const ROUND_MAXIMA = [1, 2, 3, 4, 5, 6, 8, 10]

/** The top of a scale: a round number whose half is an integer too. */
export function scaleMax(values: readonly number[]): number {
  const max = Math.max(1, ...values)
  const power = 10 ** Math.floor(Math.log10(max))
  const candidates = power === 1 ? SMALL_MAXIMA : ROUND_MAXIMA
  return (candidates.find((candidate) => candidate * power >= max) ?? 10) * power
}

const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 })

/** '5.3%', or '–' if the total is 0. */
export const formatShare = (count: number, total: number) =>
  total > 0 ? percent.format(count / total) : '–'

export const sumValues = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0)

/** Returns the row with the largest value, the first one on a tie. */
export function largest<Row>(
  rows: readonly Row[],
  getValue: (row: Row) => number,
): Row | undefined {
  return rows.reduce<Row | undefined>(
    (best, row) => (best && getValue(best) >= getValue(row) ? best : row),
    undefined,
  )
}

/** '1 bottle', '2 bottles'. */
export const pluralize = (count: number, singular: string, plural: string) =>
  count === 1 ? `1 ${singular}` : `${formatCount(count)} ${plural}`
