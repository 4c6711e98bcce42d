import { Readable } from 'node:stream'
import * as contract from '#contract/cases/cases.ts'
import { Failure } from '#contract/errors.ts'
import type { Mount } from '#server/http/mount/mount.ts'
import type { CaseDeps } from './deps.ts'
import { customerCases, isOwnCase, readPhoto, toCase } from './queries.ts'
import { reportProblem } from './report-problem.ts'
import { setPhoto } from './set-photo.ts'

export function caseRoutes(mount: Mount, deps: CaseDeps): void {
  mount(contract.listCases, async ({ user }) => (await customerCases(deps.db, user.id)).map(toCase))
  mount(contract.reportProblem, ({ user, params, body }) =>
    reportProblem(deps, user.id, params.id, body),
  )
  mount(contract.readCasePhoto, async ({ user, params }) => {
    const photo = await readPhoto(deps.db, isOwnCase(user.id, params.id))
    if (!photo) throw new Failure('not_found')
    return Readable.from([Buffer.from(photo)]) as never
  })
}

export function casePhotoRoutes(mountUpload: Mount, deps: CaseDeps): void {
  mountUpload(contract.setCasePhoto, ({ user, params, rawBody }) =>
    setPhoto(deps, user.id, params.id, rawBody),
  )
}
