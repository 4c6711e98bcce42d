import { randomUUID } from 'node:crypto'
import { centsToText, textToCents } from '#contract/money.ts'
import { apiPaths } from '#contract/paths.ts'
import { orderTotals } from '#contract/pricing.ts'
import type { PhoneOrderPlaced } from '#contract/staff/phone-orders.ts'
import type { Buyer } from '../buyer.ts'
import type { TestShop } from '../open-shop.ts'

/** An order by phone: two of the first product, paid on delivery. */
export function phoneOrder(shop: TestShop, change: Record<string, unknown> = {}) {
  const [product] = shop.products
  const isRecurring = change.isRecurring === true
  const priceCents = textToCents(product?.price ?? '') ?? 0
  return {
    requestId: randomUUID(),
    customerName: 'Ana Ruiz',
    customerEmail: 'ana@example.com',
    customerPhone: '845-555-0100',
    deliveryAddress: '12 Main Street',
    deliveryCity: 'Kingston',
    deliveryState: 'NY',
    deliveryZip: '12401',
    deliveryDate: '2026-03-05',
    isRecurring: false,
    items: [{ productId: product?.id, quantity: 2 }],
    payment: 'on_delivery',
    total: centsToText(orderTotals([{ priceCents, quantity: 2 }], isRecurring).totalCents),
    ...change,
  }
}

export const placeByPhone = (staff: Buyer, shop: TestShop, change?: Record<string, unknown>) =>
  staff.call<PhoneOrderPlaced & { code: string; message: string; fields?: object }>(
    'POST',
    apiPaths.adminOrders,
    phoneOrder(shop, change),
  )

/** Cash received on the first day of the tests. */
export const tender = (cents: number, change: Record<string, unknown> = {}) => ({
  id: randomUUID(),
  method: 'cash',
  amount: centsToText(cents),
  receivedOn: '2026-03-02',
  reference: '',
  ...change,
})
