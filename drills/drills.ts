import { drillClockJump } from './clock-jump.ts'
import { drillDiskFull } from './disk-full.ts'
import type { DrillContext } from './drill-context.ts'
import { drillFailover } from './failover.ts'
import type { Figure } from './figures.ts'
import { drillPgBouncer } from './pgbouncer.ts'
import { drillSoak } from './soak.ts'

type Drill = { about: string; minutes: number; run(context: DrillContext): Promise<Figure[]> }

export const drills: Record<string, Drill> = {
  failover: {
    about: 'kills the primary of two databases while 64 guests check out, and promotes the standby',
    minutes: 1,
    run: drillFailover,
  },
  pgbouncer: {
    about: 'sells behind PgBouncer in session mode; in transaction mode the start fails',
    minutes: 1,
    run: drillPgBouncer,
  },
  'disk-full': {
    about: 'fills the disk of the embedded database while guests check out, then makes room',
    minutes: 1,
    run: drillDiskFull,
  },
  'clock-jump': {
    about: 'sets the clock of one of two processes while guests check out on both',
    minutes: 1,
    run: drillClockJump,
  },
  soak: {
    about: 'two weeks of sales in an hour (--minutes for less), on a virtual clock',
    minutes: 60,
    run: drillSoak,
  },
}
