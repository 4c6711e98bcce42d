import * as staffContract from '#contract/staff/subscription-imports.ts'
import * as contract from '#contract/subscriptions/agreements.ts'
import type { Mount } from '#server/http/mount/mount.ts'
import { answerAgreement } from './agreement/answer-agreement.ts'
import { startCard } from './agreement/start-card.ts'
import { viewAgreement } from './agreement/view-agreement.ts'
import type { ImportDeps } from './deps.ts'
import { importSubscriptions, previewImport } from './import-subscriptions.ts'
import { listImported } from './list-imported.ts'
import { removeImported } from './remove-imported.ts'
import { sendLinks } from './send-links.ts'

const linksPerIp = { name: 'agreement', max: 600, seconds: 600 }

export function importRoutes(
  { mount, mountUpload }: { mount: Mount; mountUpload: Mount },
  deps: ImportDeps,
): void {
  mountUpload(staffContract.previewSubscriptionImport, ({ rawBody }) =>
    previewImport(deps, rawBody),
  )
  mountUpload(staffContract.importSubscriptions, ({ user, rawBody, query }) =>
    importSubscriptions(deps, user, rawBody, query),
  )
  mount(staffContract.listImported, ({ query }) => listImported(deps.db, deps, query))
  mount(staffContract.sendImportedLinks, ({ user, body }) => sendLinks(deps, user, body))
  mount(staffContract.removeImported, async ({ user, params }) => {
    await removeImported(deps, user, params.id)
    return undefined
  })
  agreementRoutes(mount, deps)
}

function agreementRoutes(mount: Mount, deps: ImportDeps): void {
  mount(contract.readAgreement, async ({ params, ip }) => {
    await deps.limits.consume(linksPerIp, ip)
    return viewAgreement(deps, params.token)
  })
  mount(contract.startAgreementCard, async ({ params, ip }) => {
    await deps.limits.consume(linksPerIp, ip)
    return startCard(deps, params.token)
  })
  mount(contract.answerAgreement, async ({ params, body, ip }) => {
    await deps.limits.consume(linksPerIp, ip)
    return answerAgreement(deps, params.token, body, ip)
  })
}
