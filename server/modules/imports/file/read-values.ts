import { isCalendarDate } from '#contract/dates/calendar.ts'
import { textToCents } from '#contract/money.ts'
import type { Frequency } from '#contract/primitives.ts'
import { shortText } from './find-columns.ts'

/** Values as people and spreadsheets write them. An error names what to write instead. */

export type OrError<T> = T | { error: string }

/** An empty cell is 0. Spreadsheets may write 3 as 3.0. */
export function readCount(cell: string, max: number): OrError<number> {
  const text = cell.trim()
  if (text === '') return 0
  const match = /^(\d{1,6})(\.0+)?$/.exec(text)
  const count = match ? Number(match[1]) : Number.NaN
  if (count <= max) return count
  return { error: `"${shortText(text)}" isn't a whole number from 0 to ${max}.` }
}

/** An empty cell is no amount. */
export function readAmount(cell: string): OrError<number | null> {
  const text = cell.trim().replace(/^\$\s*/, '')
  if (text === '') return null
  const [, dollars = '', cents = ''] = /^(\d{1,6})(?:\.(\d{1,2})0*)?$/.exec(text) ?? []
  const amount = dollars === '' ? undefined : textToCents(`${dollars}.${cents.padEnd(2, '0')}`)
  return amount ?? { error: `"${shortText(text)}" isn't an amount. Write it like 8.50.` }
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** 2026-12-31, 12/31/2026 or Dec 31, 2026. */
export function readDate(cell: string): OrError<string> {
  const text = cell.trim()
  const error = {
    error: `"${shortText(text)}" isn't a date. Write it like 2026-12-31 or 12/31/2026.`,
  }
  const [, year, month, day] = matchDate(text) ?? []
  if (!year || !month || !day) return error
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isCalendarDate(date) ? date : error
}

function matchDate(text: string): string[] | undefined {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ]00:00(?::00(?:\.0+)?)?Z?)?$/.exec(text)
  if (iso) return iso
  const us = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text)
  if (us) return ['', us[3] ?? '', us[1] ?? '', us[2] ?? '']
  const named = /^([a-z]{3})[a-z]*\.? (\d{1,2}),? (\d{4})$/i.exec(text)
  const month = MONTHS.indexOf(named?.[1]?.toLowerCase() ?? '') + 1
  return named && month > 0 ? ['', named[3] ?? '', String(month), named[2] ?? ''] : undefined
}

const frequencies: Record<string, Frequency> = {
  '1': 'weekly',
  '1week': 'weekly',
  weekly: 'weekly',
  everyweek: 'weekly',
  '2': 'bi-weekly',
  '2weeks': 'bi-weekly',
  biweekly: 'bi-weekly',
  every2weeks: 'bi-weekly',
  everytwoweeks: 'bi-weekly',
  monthly: 'monthly',
  everymonth: 'monthly',
  '1month': 'monthly',
}

/** Four weeks are no month, so 4 is rejected instead of guessed. */
export function readFrequency(cell: string): OrError<Frequency> {
  const frequency = frequencies[cell.toLowerCase().replace(/[^a-z\d]/g, '')]
  return (
    frequency ?? {
      error: `"${shortText(cell)}" isn't a frequency. Use weekly, bi-weekly or monthly.`,
    }
  )
}

/** Spreadsheets drop the zeros at the start of a ZIP code. */
export function readZip(cell: string): OrError<string> {
  const zip = /^\d{3,4}$/.test(cell) ? cell.padStart(5, '0') : cell
  if (/^\d{5}(-\d{4})?$/.test(zip)) return zip
  return { error: `"${shortText(cell)}" isn't a ZIP code. Write it like 10001.` }
}
