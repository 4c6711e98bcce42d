import type { compareVersion } from '#server/db/migrate.ts'
import { type CheckResult, fail, ok, warn } from '../check.ts'

type Version = Awaited<ReturnType<typeof compareVersion>>

const results: Record<Version, CheckResult> = {
  current: ok('The database has the version of this shop.'),
  empty: warn('The database is empty. The first start fills it.'),
  earlier: warn('Migrations are pending: the next start of the shop runs them.'),
  later: fail('The database has a later version than this shop, which will not start.'),
}

export const describeVersion = (version: Version): CheckResult => results[version]
