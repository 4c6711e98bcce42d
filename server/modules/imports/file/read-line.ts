import { z } from 'zod'
import { DeliveryForm, MAX_TOTAL_CENTS, MIN_TOTAL_CENTS } from '#contract/checkout.ts'
import { addDays, type CalendarDate } from '#contract/dates/calendar.ts'
import { closedDateMessage, farDateMessage, latestOrderDate } from '#contract/dates/date-limits.ts'
import { type ShopCalendar, shopDate } from '#contract/dates/shop-calendar.ts'
import { centsToText } from '#contract/money.ts'
import { MAX_QUANTITY } from '#contract/pricing-limits.ts'
import type { Frequency } from '#contract/primitives.ts'
import { priceItems } from '#server/modules/catalog/index.ts'
import type { ImportedItem } from '../tables.ts'
import {
  type ColumnName,
  columnLabel,
  type FileColumns,
  priceLabel,
  shortText,
} from './find-columns.ts'
import { type ImportedBottles, readBottles } from './read-bottles.ts'
import { readAmount, readCount, readDate, readFrequency, readZip } from './read-values.ts'

export type ImportLine = {
  line: number
  matchKey: string
  name: string
  email: string
  phone: string
  street: string
  city: string
  state: string
  zip: string
  items: ImportedItem[]
  /** The price of a delivery with the discount, before tax and deposit. */
  totalCents: number
  frequency: Frequency
  nextDate: CalendarDate
  bottles: ImportedBottles
  notes: string
}

export type LineError = { line: number; column: string | null; message: string }

export type LineContext = {
  columns: FileColumns
  products: readonly { id: string; name: string; priceCents: number }[]
  calendar: ShopCalendar
  now: Date
}

const MAX_NOTES = 1_000

const { shape } = DeliveryForm
const texts = {
  name: shape.customerName,
  email: shape.customerEmail,
  phone: shape.customerPhone,
  street: shape.deliveryAddress,
  city: shape.deliveryCity,
  notes: z.string().max(MAX_NOTES, `Notes can have up to ${MAX_NOTES} characters`),
}

/** Reads one line with all of its errors; undefined if there is one. */
export function readLine(
  line: number,
  cells: readonly string[],
  context: LineContext,
  errors: LineError[],
): ImportLine | undefined {
  const before = errors.length
  const { columns, calendar, now } = context
  const fail = (column: string | null, message: string) => errors.push({ line, column, message })
  const cell = (column: ColumnName) => (cells[columns.fields.get(column) ?? -1] ?? '').trim()
  const read = <T>(column: ColumnName, result: T | { error: string }): T | undefined => {
    if (!isError(result)) return result
    fail(columnLabel(column), result.error)
    return undefined
  }
  const text = (column: keyof typeof texts, value = cell(column)) =>
    read(column, checkText(texts[column], value)) ?? ''
  const unit = cell('unit')
  const street = unit === '' ? cell('street') : `${cell('street')}, ${unit}`
  const state = cell('state').toUpperCase()
  if (!/^[A-Z]{2}$/.test(state))
    fail(
      columnLabel('state'),
      `"${shortText(state)}" isn't a state. Use its two letters, such as NY.`,
    )
  const items = readItems(cells, context, fail)
  const bottles = readBottles({ cell, read, fail })
  const email = text('email').toLowerCase()
  const result = {
    line,
    matchKey: toMatchKey(email, street),
    name: text('name'),
    email,
    phone: text('phone'),
    street: text('street', street),
    city: text('city'),
    state,
    zip: read('zip', readZip(cell('zip'))) ?? '',
    items: items.chosen,
    totalCents: items.totalCents,
    frequency: read('frequency', readFrequency(cell('frequency'))) ?? 'monthly',
    nextDate: read('nextDelivery', checkDate(cell('nextDelivery'), calendar, now)) ?? '',
    bottles,
    notes: text('notes'),
  }
  return errors.length > before ? undefined : result
}

const isError = (value: unknown): value is { error: string } =>
  typeof value === 'object' && value !== null && 'error' in value

/** Line breaks and other invisible characters would distort labels and route sheets. */
function checkText(schema: z.ZodType<string>, value: string): string | { error: string } {
  if (/\p{Cc}/u.test(value.replace(/[\r\n\t]/g, ' ')))
    return { error: 'Please remove unsupported characters' }
  const result = schema.safeParse(value.replace(/[\r\n\t]+/g, ' '))
  return result.success ? result.data : { error: result.error.issues[0]?.message ?? 'Not valid' }
}

/** Same email and street, whatever their letter case and punctuation. */
export const toMatchKey = (email: string, street: string): string =>
  `${email.toLowerCase()}|${street.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')}`

function checkDate(value: string, calendar: ShopCalendar, now: Date): string | { error: string } {
  const date = readDate(value)
  if (isError(date)) return { error: date.error }
  const today = shopDate(calendar, now)
  if (date <= today) {
    const first = addDays(today, 1)
    return { error: `${date} isn't in the future. The next delivery can be on ${first} or later.` }
  }
  const latest = latestOrderDate(today)
  if (date > latest) return { error: farDateMessage(latest) }
  const closed = closedDateMessage(calendar, date)
  return closed ? { error: closed } : date
}

type Fail = (column: string | null, message: string) => void

/** A broken cell is one error: the line does not also get the error that it has no products. */
function readItems(cells: readonly string[], context: LineContext, fail: Fail) {
  const { columns, products } = context
  const chosen: ImportedItem[] = []
  const priced: { product: LineContext['products'][number]; quantity: number }[] = []
  let isBroken = false
  for (const product of products) {
    const { id, name, priceCents } = product
    const quantity = readCount(cells[columns.quantities.get(id) ?? -1] ?? '', MAX_QUANTITY)
    const agreed = checkPrice(cells[columns.prices.get(id) ?? -1] ?? '', priceCents)
    if (isError(quantity)) fail(name, quantity.error)
    if (isError(agreed)) fail(priceLabel(name), agreed.error)
    if (isError(quantity) || isError(agreed)) isBroken = true
    else if (quantity > 0) {
      chosen.push({ productId: id, quantity, agreedCents: agreed })
      priced.push({ product: { ...product, priceCents: agreed ?? priceCents }, quantity })
    }
  }
  const { totalCents } = priceItems(priced, true)
  const problem = isBroken ? undefined : findTotalProblem(chosen.length, totalCents)
  if (problem) fail(null, problem)
  return { chosen, totalCents }
}

/** Rule 32: a delivery never costs more than the list price, so a higher one was never agreed. */
function checkPrice(cell: string, listCents: number): number | null | { error: string } {
  const agreed = readAmount(cell)
  if (isError(agreed) || agreed === null) return agreed
  if (agreed === 0) return { error: 'Leave the price empty, or enter more than 0.' }
  if (agreed <= listCents) return agreed
  return { error: `An agreed price can't be above the list price of $${centsToText(listCents)}.` }
}

function findTotalProblem(itemCount: number, totalCents: number): string | undefined {
  if (itemCount === 0) return 'Enter the quantity of at least one product.'
  if (totalCents > MAX_TOTAL_CENTS) return 'A delivery of this size is too expensive for a card.'
  return totalCents < MIN_TOTAL_CENTS ? 'This total is too small for a card.' : undefined
}
