import type { Measured, Series } from './measure-server.ts'
import type { PageLoad } from './page-load.ts'
import type { Result } from './result.ts'
import { staffTargets } from './staff-report.ts'
import { figure, table } from './table.ts'
import type { Target } from './target.ts'

/** The concurrency at which others were measured, and so the one that is judged. */
const JUDGED = 8

export function report(result: Result): string {
  const { machine, isPinned, loadAverage, seconds, failed } = result
  const head = `${machine}; ${isPinned ? 'server on one core, load and database on another' : 'nothing pinned'}; load average ${loadAverage.before} before, ${loadAverage.after} after; ${Math.round(seconds)} s`
  const problems = Object.entries(failed).map(([step, why]) => `not measured: ${step}: ${why}\n`)
  return ['', head, '', targetTable(result), seriesTable(result), problems.join('')].join('\n')
}

function targetTable(result: Result): string {
  const rows = targetsOf(result).map((target) => {
    const { measure, floor, value, unit, words } = target
    return [
      measure,
      floor === undefined ? '' : `${figure(floor)} ${unit}`,
      value === undefined ? 'not measured' : `${figure(value)} ${unit}`,
      words ?? bound(target),
      verdict(target),
    ]
  })
  return table(['measure', 'floor', 'measured', 'target', ''], rows)
}

export function verdict({ value, most, least }: Target): string {
  if (value === undefined || (most === undefined && least === undefined)) return ''
  const isReached = value <= (most ?? Number.POSITIVE_INFINITY) && value >= (least ?? 0)
  return isReached ? 'ok' : 'MISS'
}

function bound({ most, least, unit }: Target): string {
  if (most !== undefined) return `≤ ${figure(most)} ${unit}`
  return least === undefined ? '' : `≥ ${figure(least)} ${unit}`
}

function targetsOf(result: Result): Target[] {
  const { productList, checkout, page } = result
  const list = productList && { floor: productList.floor[JUDGED], own: productList.own[JUDGED] }
  return [
    ...productTargets(list?.floor, list?.own),
    ...checkoutTargets(checkout),
    { measure: 'cold boot to first answer', value: result.bootMs, unit: 'ms', most: 1_500 },
    { measure: '– of the sources, not built', value: result.fromSources?.bootMs, unit: 'ms' },
    { measure: 'resident memory, idle', value: result.idleMb, unit: 'MB', most: 150 },
    { measure: '– of the sources, not built', value: result.fromSources?.idleMb, unit: 'MB' },
    { measure: 'resident memory, under load', value: result.loadedMb, unit: 'MB', most: 250 },
    { measure: 'packages in production', value: result.packagesMb, unit: 'MB', most: 180 },
    ...pageTargets(page),
    ...staffTargets(result.staff),
  ]
}

function productTargets(floor: Measured | undefined, own: Measured | undefined): Target[] {
  const ratio = floor && own && own.perSecond / floor.perSecond
  return [
    {
      measure: 'product list',
      floor: floor?.perSecond,
      value: own?.perSecond,
      unit: '/s',
    },
    { measure: '– beside the floor', value: ratio, unit: '×', least: 0.5 },
    {
      measure: '– server CPU per request',
      floor: floor?.cpuMsPerOperation,
      value: own?.cpuMsPerOperation,
      unit: 'ms',
      most: 0.15,
    },
  ]
}

function checkoutTargets(checkout: Result['checkout']): Target[] {
  const floor = checkout?.floor[JUDGED]
  const [placed, settled] = [checkout?.placed[JUDGED], checkout?.settled[JUDGED]]
  const many = (series: Series | undefined) =>
    Object.entries(series ?? {})
      .filter(([concurrency]) => Number(concurrency) >= JUDGED)
      .reduce((sum, [, { errors }]) => sum + errors, 0)
  return [
    {
      measure: 'guest checkout (intent, order)',
      floor: floor?.perSecond,
      value: placed?.perSecond,
      unit: '/s',
      least: 160,
    },
    {
      measure: '– server CPU, sandbox included',
      floor: floor?.cpuMsPerOperation,
      value: placed?.cpuMsPerOperation,
      unit: 'ms',
      most: 6,
    },
    // Beyond what others were measured by, so without a target: a card, its webhook and the mail.
    { measure: '– settled by the webhook', value: settled?.perSecond, unit: '/s' },
    { measure: '– server CPU, mail included', value: settled?.cpuMsPerOperation, unit: 'ms' },
    {
      measure: '– errors at 8 and 64',
      value: checkout && many(checkout.placed) + many(checkout.settled),
      unit: '',
      most: 0,
      words: 'none',
    },
  ]
}

function pageTargets({ phone, withoutCode, desk }: Partial<NonNullable<Result['page']>> = {}) {
  const kb = (bytes: number | undefined) => bytes && bytes / 1000
  const wire = phone?.transferred
  return [
    ...vitalTargets('home on a slow phone', phone, withoutCode),
    {
      measure: '– LCP beside the page without code',
      value: phone && withoutCode && phone.lcpMs / withoutCode.lcpMs,
      unit: '×',
      most: 1.15,
    },
    ...(desk ? vitalTargets('home on a slow desktop', desk) : []),
    { measure: '– JavaScript, gzipped', value: kb(phone?.javascriptGzipped), unit: 'kB', most: 80 },
    { measure: '– JavaScript as sent', value: kb(wire?.javascript), unit: 'kB' },
    { measure: '– CSS as sent', value: kb(wire?.css), unit: 'kB' },
    { measure: '– HTML as sent', value: kb(wire?.html), unit: 'kB' },
    { measure: '– images as sent', value: kb(wire?.image), unit: 'kB' },
    { measure: '– font as sent', value: kb(wire?.font), unit: 'kB' },
  ]
}

const vitalTargets = (where: string, load?: PageLoad, floor?: PageLoad): Target[] => [
  {
    measure: `${where}, LCP`,
    ...(floor && { floor: floor.lcpMs }),
    value: load?.lcpMs,
    unit: 'ms',
    most: 900,
  },
  { measure: '– total blocking time', value: load?.blockingMs, unit: 'ms', most: 100 },
  { measure: '– layout shift', value: load?.cls, unit: '', most: 0.01 },
]

const atOnce = (one: Measured | undefined): Series => (one ? { [JUDGED]: one } : {})

function seriesTable({ productList, checkout, staff }: Result): string {
  const series: [string, Series | undefined][] = [
    ['bare node:http', productList?.floor],
    ['product list', productList?.own],
    ['bare order transaction', checkout?.floor],
    ['intent, order', checkout?.placed],
    ['intent, order, card, webhook', checkout?.settled],
    ['first page, 1,000 orders', atOnce(staff?.few?.firstPage)],
    ['first page, 100,000 orders', atOnce(staff?.many?.firstPage)],
    ['search, 1,000 orders', atOnce(staff?.few?.search)],
    ['search, 100,000 orders', atOnce(staff?.many?.search)],
    ['dashboard, 1,000 orders', atOnce(staff?.few?.dashboard)],
    ['dashboard, 100,000 orders', atOnce(staff?.many?.dashboard)],
  ]
  const rows = series.flatMap(([name, measured]) =>
    Object.entries(measured ?? {}).map(([concurrency, one]) => [
      name,
      concurrency,
      figure(one.perSecond),
      figure(one.p50),
      figure(one.p99),
      figure(one.cpuMsPerOperation),
      one.memoryMb === undefined ? '' : figure(one.memoryMb),
      one.firstError ? `${one.errors} (${one.firstError})` : String(one.errors),
    ]),
  )
  const head = ['', 'at once', '/s', 'p50 ms', 'p99 ms', 'CPU ms', 'MB', 'errors']
  return table(head, rows)
}
