import {
  erasePersonalData,
  exportPersonalData,
  previewErasure as previewEndpoint,
} from '#contract/identity.ts'
import type { Mount } from '#server/http/mount/mount.ts'
import type { SubscriptionDeps } from '#server/modules/subscriptions/index.ts'
import { eraseCustomer } from './erase-customer.ts'
import { exportCustomerData } from './export-customer-data.ts'
import { previewErasure } from './plan-erasure.ts'

export function privacyRoutes(mount: Mount, deps: SubscriptionDeps): void {
  mount(exportPersonalData, async ({ user, setHeader }) => {
    setHeader('content-disposition', 'attachment; filename="my-data.json"')
    return exportCustomerData(deps.db, user.id)
  })
  mount(previewEndpoint, ({ user }) => previewErasure(deps.db, deps, user.id))
  mount(erasePersonalData, async ({ user }) => {
    await eraseCustomer(deps, user.id)
    return { success: true as const }
  })
}
