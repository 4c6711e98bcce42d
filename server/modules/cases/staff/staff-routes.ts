import { Readable } from 'node:stream'
import { eq } from 'drizzle-orm'
import { Failure } from '#contract/errors.ts'
import * as contract from '#contract/staff/cases.ts'
import type { ListQuery } from '#contract/staff/listing.ts'
import type { StaffRouter } from '#server/http/mount/staff-router.ts'
import type { CaseDeps } from '../deps.ts'
import { readPhoto } from '../queries.ts'
import { cases } from '../tables.ts'
import { answerCase, getStaffCase } from './answer-case.ts'
import { casesPage, casesTotal } from './list-cases.ts'

export function staffCaseRoutes(
  { mount, mountList }: Pick<StaffRouter, 'mount' | 'mountList'>,
  deps: CaseDeps,
): void {
  mountList(contract.listStaffCases, {
    exportedAs: 'cases',
    page: (query: ListQuery, limit) => casesPage(deps.db, query, limit),
    total: (query: ListQuery) => casesTotal(deps.db, query),
    dependsOnlyOnDatabase: () => true,
  })
  mount(contract.readStaffCase, ({ params }) => getStaffCase(deps, params.id))
  mount(contract.answerCase, ({ user, params, body }) => answerCase(deps, user, params.id, body))
  mount(contract.readStaffCasePhoto, async ({ params }) => {
    const photo = await readPhoto(deps.db, eq(cases.id, params.id))
    if (!photo) throw new Failure('not_found')
    return Readable.from([Buffer.from(photo)]) as never
  })
}
