import { Failure } from '#contract/errors.ts'
import { authenticateInSandbox, confirmInSandbox } from '#contract/payments/payments.ts'
import {
  addSandboxCard,
  makeSandboxCardDefault,
  readSandboxPortal,
  removeSandboxCard,
} from '#contract/payments/sandbox-portal.ts'
import type { Limits } from '#server/http/limits.ts'
import type { Mount } from '#server/http/mount/mount.ts'
import { createTryCard } from './card-testing/try-card.ts'
import type { TestBillingPortal, TestCardForm } from './test-pages-port.ts'

/** Stripe's prefix of an intent that saves a card without charging it. */
const isSetup = (intentId: string) => intentId.startsWith('seti_')

/** Endpoints for the sandbox's card form and billing portal. Stripe's own forms call Stripe. */
export function sandboxRoutes(
  mount: Mount,
  { limits, form, portal }: { limits: Limits; form: TestCardForm; portal: TestBillingPortal },
): void {
  const tryCard = createTryCard(limits)
  mount(confirmInSandbox, ({ params, body, ip }) =>
    tryCard(ip, () => {
      const input = { intentId: params.id, ...body }
      return isSetup(params.id) ? form.confirmSetup(input) : form.confirmPayment(input)
    }),
  )
  mount(authenticateInSandbox, ({ params, body, ip }) =>
    tryCard(ip, () => form.authenticate({ intentId: params.id, ...body })),
  )

  const view = async (sessionId: string) => {
    const page = await portal.read(sessionId)
    if (!page) throw new Failure('not_found')
    return page
  }
  mount(readSandboxPortal, ({ params }) => view(params.id))
  mount(addSandboxCard, async ({ params, body, ip }) => {
    await view(params.id)
    return tryCard(ip, () => portal.addCard(params.id, body.card))
  })
  mount(makeSandboxCardDefault, async ({ params }) => {
    if (!(await portal.makeDefault(params.id, params.card))) throw new Failure('not_found')
    return view(params.id)
  })
  mount(removeSandboxCard, async ({ params }) => {
    if (!(await portal.removeCard(params.id, params.card))) throw new Failure('not_found')
    return view(params.id)
  })
}
