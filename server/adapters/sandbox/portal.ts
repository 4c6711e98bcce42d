import type { PortalView, TestBillingPortal } from '#server/modules/payments/test-pages-port.ts'
import { missing } from './api-error.ts'
import type { SandboxBrowser } from './browser.ts'
import type { PortalSession } from './charge-shapes.ts'
import { type Ledger, unrepeated } from './ledger.ts'
import { detachMethod } from './payment-methods-api.ts'
import { type Customer, isDeleted, newSetupIntent, type PaymentMethod } from './shapes.ts'

/** The billing portal's page: whoever holds the link of a session acts for its customer. */
export type SandboxPortal = TestBillingPortal

const goodForSeconds = 3_600

export function sandboxPortal(ledger: Ledger, browser: SandboxBrowser): SandboxPortal {
  const session = async (id: string) => {
    const { rows } = await ledger.read(unrepeated, [String(id)])
    const found = rows[0]?.data as PortalSession | undefined
    if (found?.object !== 'billing_portal.session') return undefined
    return ledger.seconds() < found.created + goodForSeconds ? found : undefined
  }

  /** Only a card of the session's own customer may be touched. */
  const withCard = async (
    sessionId: string,
    methodId: string,
    act: (customer: string) => Promise<unknown>,
  ) => {
    const found = await session(sessionId)
    const { rows } = await ledger.read(unrepeated, [String(methodId)])
    if (!found || rows[0]?.type !== 'payment_method') return false
    if (rows[0].customer !== found.customer) return false
    await act(found.customer)
    return true
  }

  return {
    read: async (sessionId) => {
      const found = await session(sessionId)
      return found && view(ledger, found)
    },

    addCard: async (sessionId, card) => {
      const found = await session(sessionId)
      if (!found) return { status: 'missing' }
      const { customer } = found
      const at = { ...ledger.stamp('seti'), secret: ledger.secret() }
      const data = newSetupIntent(at, { customer, metadata: {}, usage: 'off_session' })
      await ledger.create(unrepeated, { id: at.id, type: 'setup_intent', data, customer }, [])
      const secret = { intentId: at.id, clientSecret: data.client_secret }
      return { ...(await browser.confirmSetup({ ...secret, card })), ...secret }
    },

    makeDefault: (sessionId, methodId) =>
      withCard(sessionId, methodId, (customer) =>
        ledger.change(unrepeated, 'customer', customer, (before: Customer) => ({
          data: {
            ...before,
            invoice_settings: { ...before.invoice_settings, default_payment_method: methodId },
          },
          notes: [{ type: 'customer.updated', of: 0 }],
        })),
      ),

    removeCard: (sessionId, methodId) =>
      withCard(sessionId, methodId, () => detachMethod(ledger, { ...unrepeated, id: methodId })),
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
  const chosen = owner.invoice_settings.default_payment_method
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
      isDefault: id === chosen,
    })),
  }
}

const isCustomer = (data: PaymentMethod | Customer): data is Customer => data.object === 'customer'
