import { formatNumber } from '../../report/table.ts'
import { targetCell, withUnit } from '../../report/target.ts'
import { median } from '../../statistics.ts'
import type { CheckoutPair, MorningResult, PlanMeasurement, ScaleResult } from '../result.ts'

type Row = (string | undefined)[]
type Both<T> = { small: T; large: T }

/** Tolerance: CPU time of the same work varies on a busy machine. */
const MAX_GROWTH = 1.5

/** Checkout, planning and the morning: measure, small, large, ratio and target. */
export function workRows({ checkout, plan, morning, rollupSeconds }: ScaleResult): Row[] {
  return [
    ...(checkout ? checkoutRows(checkout) : []),
    ...(plan ? planRows(plan) : []),
    ...(morning ? morningRows(morning) : []),
    ...(rollupSeconds === undefined
      ? []
      : [['all daily totals again, for another time zone', '', withUnit(rollupSeconds, 's')]]),
  ]
}

const times = (value: number) => `${formatNumber(value)} ×`
const none = (value: number) => targetCell({ value, unit: '', max: 0, label: 'none' })

function checkoutRows(pairs: CheckoutPair[]): Row[] {
  const medianBy = (pick: (pair: CheckoutPair) => number) => median(pairs.map(pick))
  const cpu = medianBy(({ small, large }) => large.cpuMsPerOperation / small.cpuMsPerOperation)
  const errors = pairs.reduce((sum, { small, large }) => sum + small.errors + large.errors, 0)
  return [
    [
      'guest checkout, 8 clients',
      withUnit(
        medianBy(({ small }) => small.perSecond),
        '/s',
      ),
      withUnit(
        medianBy(({ large }) => large.perSecond),
        '/s',
      ),
      times(medianBy(({ small, large }) => large.perSecond / small.perSecond)),
    ],
    [
      '– server CPU per order',
      withUnit(
        medianBy(({ small }) => small.cpuMsPerOperation),
        'ms',
      ),
      withUnit(
        medianBy(({ large }) => large.cpuMsPerOperation),
        'ms',
      ),
      times(cpu),
      targetCell({ value: cpu, unit: '×', max: MAX_GROWTH, label: 'flat' }),
    ],
    ['– errors in both', '', String(errors), '', none(errors)],
  ]
}

function planRows({ small, large }: Both<PlanMeasurement>): Row[] {
  const allServed = { value: large.served, unit: '', min: large.stops, label: 'all' }
  return [
    [
      `plan of ${formatNumber(large.stops)} stops, until it is there`,
      withUnit(small.seconds, 's'),
      withUnit(large.seconds, 's'),
    ],
    [
      '– reading the day',
      withUnit(small.startSeconds * 1000, 'ms'),
      withUnit(large.startSeconds * 1000, 'ms'),
      times(large.startSeconds / small.startSeconds),
    ],
    [
      '– stops served, on how many trucks',
      `${formatNumber(small.served)}, ${small.routes}`,
      `${formatNumber(large.served)}, ${large.routes}`,
      '',
      targetCell(allServed),
    ],
    [
      '– longest wait of a staff list during it',
      withUnit(small.longestWaitMs, 'ms'),
      withUnit(large.longestWaitMs, 'ms'),
    ],
  ]
}

function morningRows({ small, large }: Both<MorningResult>): Row[] {
  const rate = ({ cycles, seconds }: MorningResult) => cycles / seconds
  return [
    [
      'deliveries of a morning, four processes',
      formatNumber(small.cycles),
      formatNumber(large.cycles),
    ],
    ['– until all are charged', withUnit(small.seconds, 's'), withUnit(large.seconds, 's')],
    [
      '– charges per second',
      withUnit(rate(small), '/s'),
      withUnit(rate(large), '/s'),
      times(rate(large) / rate(small)),
    ],
    [
      '– CPU of all processes per charge',
      withUnit(small.cpuMsPerCharge, 'ms'),
      withUnit(large.cpuMsPerCharge, 'ms'),
      times(large.cpuMsPerCharge / small.cpuMsPerCharge),
    ],
    ['– charged twice', String(small.doubles), String(large.doubles), '', none(large.doubles)],
  ]
}
