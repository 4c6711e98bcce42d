import type { PortalView, TestBillingPortal } from '#server/modules/payments/test-pages-port.ts'
import { missing } from './api/api-error.ts'
import { detachMethod } from './api/payment-methods-api.ts'
import type { SandboxBrowser } from './browser.ts'
import type { PortalSession } from './charge-objects.ts'
import { type Ledger, withoutIdempotency } from './ledger.ts'
import { type Customer, isDeleted, newSetupIntent, type PaymentMethod } from './objects.ts'

/** The billing portal's page. Anyone with a session's link acts for its customer. */
export type SandboxPortal = TestBillingPortal

const SESSION_LIFETIME_S = 3_600

export function sandboxPortal(ledger: Ledger, browser: SandboxBrowser): SandboxPortal {
  const findSession = async (id: string) => {
    const { rows } = await ledger.read(withoutIdempotency, [String(id)])
    const session = rows[0]?.data as PortalSession | undefined
    if (session?.object !== 'billing_portal.session') return undefined
    return ledger.seconds() < session.created + SESSION_LIFETIME_S ? session : undefined
  }

  /** Runs only if the card belongs to the session's customer. */
  const withCard = async (
    sessionId: string,
    methodId: string,
    run: (customer: string) => Promise<unknown>,
  ) => {
    const session = await findSession(sessionId)
    const { rows } = await ledger.read(withoutIdempotency, [String(methodId)])
    if (!session || rows[0]?.type !== 'payment_method') return false
    if (rows[0].customer !== session.customer) return false
    await run(session.customer)
    return true
  }

  return {
    read: async (sessionId) => {
      const session = await findSession(sessionId)
      return session && view(ledger, session)
    },

    addCard: async (sessionId, card) => {
      const session = await findSession(sessionId)
      if (!session) return { status: 'missing' }
      const { customer } = session
      const at = { ...ledger.stamp('seti'), secret: ledger.secret() }
      const data = newSetupIntent(at, { customer, metadata: {}, usage: 'off_session' })
      await ledger.create(
        withoutIdempotency,
        { id: at.id, type: 'setup_intent', data, customer },
        [],
      )
      const secret = { intentId: at.id, clientSecret: data.client_secret }
      return { ...(await browser.confirmSetup({ ...secret, card })), ...secret }
    },

    makeDefault: (sessionId, methodId) =>
      withCard(sessionId, methodId, (customer) =>
        ledger.change(withoutIdempotency, 'customer', customer, (before: Customer) => ({
          data: {
            ...before,
            invoice_settings: { ...before.invoice_settings, default_payment_method: methodId },
          },
          pendingEvents: [{ type: 'customer.updated', objectIndex: 0 }],
        })),
      ),

    removeCard: (sessionId, methodId) =>
      withCard(sessionId, methodId, () =>
        detachMethod(ledger, { ...withoutIdempotency, id: methodId }),
      ),
  }
}

async function view(ledger: Ledger, { customer, return_url }: PortalSession): Promise<PortalView> {
  const { rows } = await ledger.query<{ data: PaymentMethod | Customer }>({
    text: `select data from sandbox.objects
           where id = $1 or (customer = $1 and type = 'payment_method') order by seq`,
    values: [customer],
  })
  const owner = rows.map(({ data }) => data).find(isCustomer)
  if (!owner || isDeleted(owner)) throw missing('customer', customer)
  const defaultMethodId = owner.invoice_settings.default_payment_method
  const cards = rows.flatMap(({ data }) => (isCustomer(data) ? [] : [data]))
  return {
    email: owner.email,
    returnUrl: return_url,
    cards: cards.map(({ id, card }) => ({
      id,
      brand: card.brand,
      last4: card.last4,
      expMonth: card.exp_month,
      expYear: card.exp_year,
      isDefault: id === defaultMethodId,
    })),
  }
}

const isCustomer = (data: PaymentMethod | Customer): data is Customer => data.object === 'customer'
