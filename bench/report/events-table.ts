import type { EventsResult } from '../events/bench-events.ts'
import { table } from './table.ts'
import { targetCell, withUnit } from './target.ts'

/** Rule 56: a day's events of all phones at once. */
export function eventsTable(result: EventsResult): string {
  const { devices, events, seconds, lost, doubled } = result
  const none = (value: number) => targetCell({ value, max: 0, unit: '' })
  return table(
    [
      `${devices} devices send ${events.toLocaleString('en-US')} events at once`,
      'measured',
      'target',
    ],
    [
      ['events per second', withUnit(result.perSecond, '/s'), ''],
      ['– all of them', withUnit(seconds, 's'), ''],
      ['server CPU per event', withUnit(result.cpuMsPerEvent, 'ms'), ''],
      [
        'request of up to 50 events, median and slowest',
        `${withUnit(result.medianMs, 'ms')}, ${withUnit(result.slowestMs, 'ms')}`,
        '',
      ],
      ['requests answered "try again"', String(result.busy), ''],
      ['lost', String(lost), none(lost)],
      ['doubled, after everything was sent again', String(doubled), none(doubled)],
    ],
  )
}
