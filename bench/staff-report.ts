import { COMMITS_PER_SECOND } from './concurrent-commits.ts'
import type { PageMeasurements } from './measure-staff.ts'
import type { Result } from './result.ts'
import type { Target } from './target.ts'

/** Tolerance: CPU time of the same work varies on a busy machine. */
const MAX_GROWTH = 1.5
const MAX_GROWTH_MB = 64

/** Staff portal measurements with 100,000 orders, compared with 1,000 orders. */
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
      measure: '– server CPU relative to 1,000 orders',
      value: few && many && many[pick].cpuMsPerOperation / few[pick].cpuMsPerOperation,
      unit: '×',
      max: MAX_GROWTH,
      label: 'flat',
    },
    {
      measure: `– with ${COMMITS_PER_SECOND} commits per second`,
      value: many?.withCommits[pick].perSecond,
      unit: '/s',
    },
    { measure: '– – at 1,000 orders', value: few?.withCommits[pick].perSecond, unit: '/s' },
    { measure: '– – server CPU', value: many?.withCommits[pick].cpuMsPerOperation, unit: 'ms' },
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
      measure: '– peak during the export',
      value: csvExport && csvExport.peakMb - csvExport.beforeMb,
      unit: 'MB more',
      max: MAX_GROWTH_MB,
      label: 'flat',
    },
  ]
}
