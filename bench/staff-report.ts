import { COMMITS_PER_SECOND } from './commits.ts'
import type { Screens } from './measure-staff.ts'
import type { Result } from './result.ts'
import type { Target } from './target.ts'

/** A busy machine makes even the same work cost now more, now less. */
const FLAT = 1.5
const FLAT_MB = 64

/** What staff wait for, in a shop of a hundred thousand orders beside one of a thousand. */
export function staffTargets(staff: Result['staff']): Target[] {
  const [few, many] = [staff?.few, staff?.many]
  const row = (measure: string, pick: keyof Screens, least?: number) => [
    {
      measure,
      value: many?.[pick].perSecond,
      unit: '/s',
      ...(least !== undefined && { least }),
    },
    { measure: '– at 1,000 orders', value: few?.[pick].perSecond, unit: '/s' },
    { measure: '– server CPU', value: many?.[pick].cpuMsPerOperation, unit: 'ms' },
    {
      measure: '– server CPU beside 1,000 orders',
      value: few && many && many[pick].cpuMsPerOperation / few[pick].cpuMsPerOperation,
      unit: '×',
      most: FLAT,
      words: 'flat',
    },
    {
      measure: `– amid ${COMMITS_PER_SECOND} commits a second`,
      value: many?.busy[pick].perSecond,
      unit: '/s',
    },
    { measure: '– – at 1,000 orders', value: few?.busy[pick].perSecond, unit: '/s' },
    { measure: '– – server CPU', value: many?.busy[pick].cpuMsPerOperation, unit: 'ms' },
  ]
  const exported = many?.exported
  return [
    ...row('staff, first page of 100,000 orders', 'firstPage', 1_000),
    ...row('staff, search in 100,000 orders', 'search'),
    ...row('staff, dashboard at 100,000 orders', 'dashboard'),
    {
      measure: 'CSV export of 100,000 orders',
      value: exported && exported.rows / exported.seconds,
      unit: 'rows/s',
    },
    {
      measure: '– resident memory before',
      value: exported?.beforeMb,
      unit: 'MB',
    },
    {
      measure: '– at most while it runs',
      value: exported && exported.peakMb - exported.beforeMb,
      unit: 'MB more',
      most: FLAT_MB,
      words: 'flat',
    },
  ]
}
