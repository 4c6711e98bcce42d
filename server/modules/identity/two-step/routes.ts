import type { Shop } from '#contract/shop.ts'
import * as contract from '#contract/staff/two-step.ts'
import type { Limits } from '#server/http/limits.ts'
import type { Mount } from '#server/http/mount/mount.ts'
import type { IdentityDeps } from '../deps.ts'
import { readStaff } from '../staff/list-staff.ts'
import { confirmSession } from './confirm-session.ts'
import { readTwoStep } from './read-two-step.ts'
import { resetTwoStep, turnOffTwoStep } from './reset-two-step.ts'
import { activateTwoStep, makeNewRecoveryCodes, setUpTwoStep } from './set-up-two-step.ts'

type RouteDeps = IdentityDeps & { limits: Limits; shop: Pick<Shop, 'name'> }

export function twoStepRoutes(mount: Mount, deps: RouteDeps): void {
  mount(contract.readTwoStep, ({ user }) => readTwoStep(deps, user.id))
  mount(contract.setUpTwoStep, ({ user }) => setUpTwoStep(deps, user))
  mount(contract.activateTwoStep, ({ user, body }) => activateTwoStep(deps, user, body.code))
  mount(contract.replaceRecoveryCodes, ({ user, body }) =>
    makeNewRecoveryCodes(deps, user, body.code),
  )
  mount(contract.turnOffTwoStep, async ({ user, body }) => {
    await turnOffTwoStep(deps, user, body.code)
    return readTwoStep(deps, user.id)
  })
  mount(contract.confirmSession, async ({ user, body }) => {
    await confirmSession(deps, user, body)
    return { success: true as const }
  })
  mount(contract.resetTwoStep, async ({ user, params }) => {
    await resetTwoStep(deps, user, params)
    return readStaff(deps, params.id, user.sessionId)
  })
}
