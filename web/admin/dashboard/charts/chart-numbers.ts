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

/** The top of a scale: a round number whose half is whole too. */
export function scaleMax(values: readonly number[]): number {
  const most = Math.max(1, ...values)
  const power = 10 ** Math.floor(Math.log10(most))
  const tops = power === 1 ? SMALL_MAXIMA : ROUND_MAXIMA
  return (tops.find((top) => top * power >= most) ?? 10) * power
}

const share = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 })

/** A part of a whole: '5.3%'; of nothing there is none. */
export const formatShare = (part: number, whole: number) =>
  whole > 0 ? share.format(part / whole) : '–'

export const sumValues = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0)

/** The first of the largest. */
export function largest<Row>(
  rows: readonly Row[],
  getValue: (row: Row) => number,
): Row | undefined {
  return rows.reduce<Row | undefined>(
    (most, row) => (most && getValue(most) >= getValue(row) ? most : row),
    undefined,
  )
}

/** 'one bottle', '2 bottles'. */
export const pluralize = (count: number, one: string, many: string) =>
  count === 1 ? `1 ${one}` : `${formatCount(count)} ${many}`
