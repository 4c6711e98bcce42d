import type { Measurement, Series } from './measure-server.ts'
import type { PageLoad } from './page-load.ts'
import type { Result } from './result.ts'
import { staffTargets } from './staff-report.ts'
import { formatNumber, table } from './table.ts'
import type { Target } from './target.ts'

/** The concurrency of the comparison measurements, used for the targets. */
const REPORTED_CONCURRENCY = 8

export function report(result: Result): string {
  const { machine, isPinned, loadAverage, seconds, failed } = result
  const head = `${machine}; ${isPinned ? 'server on one core, load and database on another' : 'nothing pinned'}; load average ${loadAverage.before} before, ${loadAverage.after} after; ${Math.round(seconds)} s`
  const problems = Object.entries(failed).map(
    ([step, reason]) => `not measured: ${step}: ${reason}\n`,
  )
  return ['', head, '', targetTable(result), seriesTable(result), problems.join('')].join('\n')
}

function targetTable(result: Result): string {
  const rows = allTargets(result).map((target) => {
    const { measure, baseline, value, unit, label } = target
    return [
      measure,
      baseline === undefined ? '' : `${formatNumber(baseline)} ${unit}`,
      value === undefined ? 'not measured' : `${formatNumber(value)} ${unit}`,
      label ?? bound(target),
      verdict(target),
    ]
  })
  return table(['measure', 'baseline', 'measured', 'target', ''], rows)
}

export function verdict({ value, max, min }: Target): string {
  if (value === undefined || (max === undefined && min === undefined)) return ''
  const isReached = value <= (max ?? Number.POSITIVE_INFINITY) && value >= (min ?? 0)
  return isReached ? 'ok' : 'MISS'
}

function bound({ max, min, unit }: Target): string {
  if (max !== undefined) return `≤ ${formatNumber(max)} ${unit}`
  return min === undefined ? '' : `≥ ${formatNumber(min)} ${unit}`
}

function allTargets(result: Result): Target[] {
  const { productList, checkout, page } = result
  const list = productList && {
    baseline: productList.baseline[REPORTED_CONCURRENCY],
    own: productList.own[REPORTED_CONCURRENCY],
  }
  return [
    ...productTargets(list?.baseline, list?.own),
    ...checkoutTargets(checkout),
    { measure: 'cold boot to first response', value: result.bootMs, unit: 'ms', max: 1_500 },
    { measure: '– from sources, not built', value: result.fromSources?.bootMs, unit: 'ms' },
    { measure: 'resident memory, idle', value: result.idleMb, unit: 'MB', max: 150 },
    { measure: '– from sources, not built', value: result.fromSources?.idleMb, unit: 'MB' },
    { measure: 'resident memory, under load', value: result.loadedMb, unit: 'MB', max: 250 },
    { measure: 'packages in production', value: result.packagesMb, unit: 'MB', max: 180 },
    ...pageTargets(page),
    ...staffTargets(result.staff),
  ]
}

function productTargets(baseline: Measurement | undefined, own: Measurement | undefined): Target[] {
  const ratio = baseline && own && own.perSecond / baseline.perSecond
  return [
    {
      measure: 'product list',
      baseline: baseline?.perSecond,
      value: own?.perSecond,
      unit: '/s',
    },
    { measure: '– relative to the baseline', value: ratio, unit: '×', min: 0.5 },
    {
      measure: '– server CPU per request',
      baseline: baseline?.cpuMsPerOperation,
      value: own?.cpuMsPerOperation,
      unit: 'ms',
      max: 0.15,
    },
  ]
}

function checkoutTargets(checkout: Result['checkout']): Target[] {
  const baseline = checkout?.baseline[REPORTED_CONCURRENCY]
  const [placed, settled] = [
    checkout?.placed[REPORTED_CONCURRENCY],
    checkout?.settled[REPORTED_CONCURRENCY],
  ]
  const errorsAtLoad = (series: Series | undefined) =>
    Object.entries(series ?? {})
      .filter(([concurrency]) => Number(concurrency) >= REPORTED_CONCURRENCY)
      .reduce((sum, [, { errors }]) => sum + errors, 0)
  return [
    {
      measure: 'guest checkout (intent, order)',
      baseline: baseline?.perSecond,
      value: placed?.perSecond,
      unit: '/s',
      min: 160,
    },
    {
      measure: '– server CPU, including the sandbox',
      baseline: baseline?.cpuMsPerOperation,
      value: placed?.cpuMsPerOperation,
      unit: 'ms',
      max: 6,
    },
    // Without a target, because the comparison has no such measurement: card, webhook and email.
    { measure: '– settled by the webhook', value: settled?.perSecond, unit: '/s' },
    { measure: '– server CPU, including email', value: settled?.cpuMsPerOperation, unit: 'ms' },
    {
      measure: '– errors at 8 and 64',
      value: checkout && errorsAtLoad(checkout.placed) + errorsAtLoad(checkout.settled),
      unit: '',
      max: 0,
      label: 'none',
    },
  ]
}

function pageTargets({ phone, withoutCode, desktop }: Partial<NonNullable<Result['page']>> = {}) {
  const kb = (bytes: number | undefined) => bytes && bytes / 1000
  const wire = phone?.transferred
  return [
    ...vitalTargets('home on a slow phone', phone, withoutCode),
    {
      measure: '– LCP relative to the page without code',
      value: phone && withoutCode && phone.lcpMs / withoutCode.lcpMs,
      unit: '×',
      max: 1.15,
    },
    ...(desktop ? vitalTargets('home on a slow desktop', desktop) : []),
    { measure: '– JavaScript, gzipped', value: kb(phone?.javascriptGzipped), unit: 'kB', max: 80 },
    { measure: '– JavaScript as sent', value: kb(wire?.javascript), unit: 'kB' },
    { measure: '– CSS as sent', value: kb(wire?.css), unit: 'kB' },
    { measure: '– HTML as sent', value: kb(wire?.html), unit: 'kB' },
    { measure: '– images as sent', value: kb(wire?.image), unit: 'kB' },
    { measure: '– font as sent', value: kb(wire?.font), unit: 'kB' },
  ]
}

const vitalTargets = (where: string, load?: PageLoad, baseline?: PageLoad): Target[] => [
  {
    measure: `${where}, LCP`,
    ...(baseline && { baseline: baseline.lcpMs }),
    value: load?.lcpMs,
    unit: 'ms',
    max: 900,
  },
  { measure: '– total blocking time', value: load?.blockingMs, unit: 'ms', max: 100 },
  { measure: '– layout shift', value: load?.cls, unit: '', max: 0.01 },
]

const toSeries = (measurement: Measurement | undefined): Series =>
  measurement ? { [REPORTED_CONCURRENCY]: measurement } : {}

function seriesTable({ productList, checkout, staff }: Result): string {
  const series: [string, Series | undefined][] = [
    ['node:http baseline', productList?.baseline],
    ['product list', productList?.own],
    ['order transaction baseline', checkout?.baseline],
    ['intent, order', checkout?.placed],
    ['intent, order, card, webhook', checkout?.settled],
    ['first page, 1,000 orders', toSeries(staff?.few?.firstPage)],
    ['first page, 100,000 orders', toSeries(staff?.many?.firstPage)],
    ['search, 1,000 orders', toSeries(staff?.few?.search)],
    ['search, 100,000 orders', toSeries(staff?.many?.search)],
    ['dashboard, 1,000 orders', toSeries(staff?.few?.dashboard)],
    ['dashboard, 100,000 orders', toSeries(staff?.many?.dashboard)],
  ]
  const rows = series.flatMap(([name, measured]) =>
    Object.entries(measured ?? {}).map(([concurrency, measurement]) => [
      name,
      concurrency,
      formatNumber(measurement.perSecond),
      formatNumber(measurement.p50),
      formatNumber(measurement.p99),
      formatNumber(measurement.cpuMsPerOperation),
      measurement.memoryMb === undefined ? '' : formatNumber(measurement.memoryMb),
      measurement.firstError
        ? `${measurement.errors} (${measurement.firstError})`
        : String(measurement.errors),
    ]),
  )
  const head = ['', 'concurrency', '/s', 'p50 ms', 'p99 ms', 'CPU ms', 'MB', 'errors']
  return table(head, rows)
}
