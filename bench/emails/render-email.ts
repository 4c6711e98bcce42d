// Renders confirmation emails of orders with the built templates.
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { defaultCalendar } from '#contract/dates/shop-calendar.ts'
import type { Shop } from '#contract/shop.ts'
import { loadBuiltTemplates } from '#server/adapters/mail-templates.ts'
import type { OrderEmailData } from '#server/modules/mail/email-data.ts'
import { serveRequests } from '../child.ts'

export type RenderEmailsRequest = { count: number }
export type RenderEmailsResult = { cpuMs: number }

const render = loadBuiltTemplates(join(import.meta.dirname, '../../dist/mail/render-email.mjs'))

const shop: Shop = {
  name: 'Carboy Water',
  phone: '(845) 555-0142',
  email: 'hello@carboy.example',
  city: 'Kingston, New York',
  town: 'Rhinebeck, New York',
  legalContact: '',
  chargesTax: false,
  depositCents: 0,
  isDepositTaxable: false,
  timeZone: 'America/New_York',
  cutoffHours: '24',
  priceIncreases: 'notice',
  routeDaysOnly: false,
  hasZones: false,
  calendar: defaultCalendar('America/New_York'),
}

function newOrderEmail(): OrderEmailData {
  const orderId = randomUUID()
  const publicUrl = 'http://localhost:3000'
  return {
    kind: 'order_confirmed',
    shop,
    publicUrl,
    orderNumber: orderId.slice(0, 8),
    orderUrl: `${publicUrl}/order-confirmation?orderId=${orderId}`,
    payUrl: `${publicUrl}/pay/${orderId}`,
    findUrl: `${publicUrl}/customer/login`,
    billingUrl: `${publicUrl}/customer/billing`,
    reportUrl: `${publicUrl}/customer/orders?report=${orderId}`,
    name: 'Ana Ruiz',
    address: ['12 Main Street', 'Kingston, NY 12401'],
    deliveryDate: 'Thursday, March 5, 2026',
    frequency: 'weekly',
    items: [
      { name: 'Spring Water', quantity: 2, amount: '$17.98' },
      { name: 'Purified Water', quantity: 1, amount: '$12.99' },
    ],
    subtotal: '$30.97',
    adjustments: [{ label: 'Subscription discount (15%)', amount: '-$4.65' }],
    total: '$26.32',
  }
}

serveRequests<RenderEmailsRequest>(async ({ count }): Promise<RenderEmailsResult> => {
  const before = process.cpuUsage()
  for (let rendered = 0; rendered < count; rendered++) await render(newOrderEmail())
  const { user, system } = process.cpuUsage(before)
  return { cpuMs: (user + system) / 1000 }
})
