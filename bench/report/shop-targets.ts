import { ZONES } from '../dates/measure-dates.ts'
import type { HomeMeasurements } from '../measure-home.ts'
import type { Series } from '../measure-server.ts'
import type { PageLoad } from '../page-load.ts'
import type { Result } from '../result.ts'
import { medianRatio } from '../statistics.ts'
import { ratio, type Target } from './target.ts'

/** The concurrency of the measurements that have a baseline or target. */
export const REPORTED_CONCURRENCY = 8

export function shopTargets(result: Result): Target[] {
  return [
    ...productTargets(result.productList),
    ...checkoutTargets(result.checkout),
    {
      measure: 'confirmation email, CPU time of rendering it',
      value: result.emailMs,
      unit: 'ms',
      max: 1,
    },
    ...dateTargets(result.dates),
    ...processTargets(result),
    ...homeTargets(result.home),
  ]
}

/** Rule 46: the number of zones must not matter. */
function dateTargets(dates: Result['dates']): Target[] {
  return [
    {
      measure: `delivery dates of a ZIP code in ${ZONES.toLocaleString('en-US')} zones (baseline: one zone)`,
      baseline: dates?.one.perSecond,
      value: dates?.many.perSecond,
      unit: '/s',
    },
    {
      measure: '– server CPU per request',
      baseline: dates?.one.cpuMsPerOperation,
      value: dates?.many.cpuMsPerOperation,
      unit: 'ms',
    },
    {
      measure: '– relative to the baseline',
      value: ratio(dates?.many.cpuMsPerOperation, dates?.one.cpuMsPerOperation),
      unit: '×',
      max: 1.2,
    },
  ]
}

function productTargets(productList: Result['productList']): Target[] {
  const baseline = productList?.baseline[REPORTED_CONCURRENCY]
  const own = productList?.own[REPORTED_CONCURRENCY]
  return [
    {
      measure: 'product list (baseline: node:http, same response)',
      baseline: baseline?.perSecond,
      value: own?.perSecond,
      unit: '/s',
    },
    {
      measure: '– relative to the baseline',
      value: ratio(own?.perSecond, baseline?.perSecond),
      unit: '×',
      min: 0.55,
    },
    {
      measure: '– relative to the baseline, with a price change per second, median of pairs',
      value:
        productList &&
        medianRatio(
          productList.withPriceChanges.map(({ baseline, own }) => [
            own.perSecond,
            baseline.perSecond,
          ]),
        ),
      unit: '×',
      min: 0.55,
    },
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
  const placed = checkout?.placed[REPORTED_CONCURRENCY]
  const settled = checkout?.settled[REPORTED_CONCURRENCY]
  const errorsAtLoad = (series: Series) =>
    Object.entries(series)
      .filter(([concurrency]) => Number(concurrency) >= REPORTED_CONCURRENCY)
      .reduce((sum, [, { errors }]) => sum + errors, 0)
  return [
    {
      measure: 'guest checkout, payment intent and order (baseline: bare transaction)',
      baseline: baseline?.perSecond,
      value: placed?.perSecond,
      unit: '/s',
      min: 160,
    },
    {
      measure: '– server CPU per order, card sandbox included',
      baseline: baseline?.cpuMsPerOperation,
      value: placed?.cpuMsPerOperation,
      unit: 'ms',
      max: 6,
    },
    {
      measure: '– while images are uploaded, relative to the rate before, median of pairs',
      value:
        checkout &&
        medianRatio(
          checkout.withUploads.map(({ without, during }) => [during.perSecond, without.perSecond]),
        ),
      unit: '×',
      min: 0.9,
    },
    { measure: '– with card, webhook and email', value: settled?.perSecond, unit: '/s' },
    {
      measure: '– – server CPU per order',
      value: settled?.cpuMsPerOperation,
      unit: 'ms',
      max: 8,
    },
    {
      measure: '– errors with 8 and 64 clients',
      value: checkout && errorsAtLoad(checkout.placed) + errorsAtLoad(checkout.settled),
      unit: '',
      max: 0,
      label: 'none',
    },
  ]
}

function processTargets({ bootMs, idleMb, fromSources, loadedMb, packagesMb }: Result): Target[] {
  return [
    {
      measure: 'cold boot to first response (baseline: from sources, started as 0.1.0)',
      baseline: fromSources?.bootMs,
      value: bootMs,
      unit: 'ms',
      max: 1_500,
    },
    {
      measure: '– relative to the baseline',
      value: ratio(bootMs, fromSources?.bootMs),
      unit: '×',
      max: 0.6,
    },
    {
      measure: 'resident memory, idle (baseline: from sources, started as 0.1.0)',
      baseline: fromSources?.idleMb,
      value: idleMb,
      unit: 'MB',
      max: 150,
    },
    {
      measure: '– relative to the baseline',
      value: ratio(idleMb, fromSources?.idleMb),
      unit: '×',
      max: 0.8,
    },
    { measure: '– under load', value: loadedMb, unit: 'MB', max: 250 },
    { measure: 'production packages', value: packagesMb, unit: 'MB', max: 180 },
  ]
}

function homeTargets(home: HomeMeasurements | undefined): Target[] {
  const kb = (bytes: number | undefined) => bytes && bytes / 1000
  const sent = home?.phone.transferred
  return [
    {
      measure:
        'home on a slow phone (4× CPU, 150 ms, 1.6 Mbps): LCP (baseline: without JavaScript)',
      baseline: home?.withoutCode.lcpMs,
      value: home?.phone.lcpMs,
      unit: 'ms',
      max: 900,
    },
    {
      measure: '– relative to the baseline, median of pairs',
      value: home?.lcpRatio,
      unit: '×',
      max: 1.15,
    },
    ...stabilityTargets(home?.phone),
    {
      measure: '– JavaScript, gzipped',
      value: kb(home?.phone.javascriptGzipped),
      unit: 'kB',
      max: 80,
    },
    { measure: '– JavaScript as sent', value: kb(sent?.javascript), unit: 'kB' },
    { measure: '– HTML and CSS as sent', value: kb(sent && sent.html + sent.css), unit: 'kB' },
    { measure: '– images as sent', value: kb(sent?.image), unit: 'kB' },
    { measure: '– font as sent', value: kb(sent?.font), unit: 'kB' },
    {
      measure: 'home on a slow desktop: LCP',
      value: home?.desktop.lcpMs,
      unit: 'ms',
      max: 900,
    },
    ...stabilityTargets(home?.desktop),
  ]
}

const stabilityTargets = (load: PageLoad | undefined): Target[] => [
  { measure: '– total blocking time', value: load?.blockingMs, unit: 'ms', max: 100 },
  { measure: '– layout shift', value: load?.cls, unit: '', max: 0.01 },
]
