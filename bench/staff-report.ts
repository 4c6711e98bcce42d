import { COMMITS_PER_SECOND } from './concurrent-commits.ts'
import type { PageMeasurements } from './measure-staff.ts'
import type { Result } from './result.ts'
import type { Target } from './target.ts'

/** A busy machine makes even the same work cost now more, now less. */
const MAX_GROWTH = 1.5
const MAX_GROWTH_MB = 64

/** What staff wait for, in a shop of a hundred thousand orders beside one of a thousand. */
export function staffTargets(staff: Result['staff']): Target[] {
  const [few, many] = [staff?.few, staff?.many]
  const row = (measure: string, pick: keyof PageMeasurements, min?: number) => [
    {
      measure,
      value: many?.[pick].perSecond,
      unit: '/s',
      ...(min !== undefined && { min }),
    },
    { measure: '– at 1,000 orders', value: few?.[pick].perSecond, unit: '/s' },
    { measure: '– server CPU', value: many?.[pick].cpuMsPerOperation, unit: 'ms' },
    {
      measure: '– server CPU beside 1,000 orders',
      value: few && many && many[pick].cpuMsPerOperation / few[pick].cpuMsPerOperation,
      unit: '×',
      max: MAX_GROWTH,
      label: 'flat',
    },
    {
      measure: `– amid ${COMMITS_PER_SECOND} commits a second`,
      value: many?.busy[pick].perSecond,
      unit: '/s',
    },
    { measure: '– – at 1,000 orders', value: few?.busy[pick].perSecond, unit: '/s' },
    { measure: '– – server CPU', value: many?.busy[pick].cpuMsPerOperation, unit: 'ms' },
  ]
  const csvExport = many?.csvExport
  return [
    ...row('staff, first page of 100,000 orders', 'firstPage', 1_000),
    ...row('staff, search in 100,000 orders', 'search'),
    ...row('staff, dashboard at 100,000 orders', 'dashboard'),
    {
      measure: 'CSV export of 100,000 orders',
      value: csvExport && csvExport.rows / csvExport.seconds,
      unit: 'rows/s',
    },
    {
      measure: '– resident memory before',
      value: csvExport?.beforeMb,
      unit: 'MB',
    },
    {
      measure: '– at max while it runs',
      value: csvExport && csvExport.peakMb - csvExport.beforeMb,
      unit: 'MB more',
      max: MAX_GROWTH_MB,
      label: 'flat',
    },
  ]
}
