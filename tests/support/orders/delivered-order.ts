import type { Case } from '#contract/cases/cases.ts'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { StaffCase } from '#contract/staff/cases.ts'
import type { Buyer } from '../buyer.ts'
import { openShop, type TestShop } from '../open-shop.ts'
import { customerBrowser, staffBrowser } from '../sign-in.ts'

type Fault = { code: string; message: string; fields?: Record<string, string> }

/** Ana's paid order of two bottles, $17.98, marked as delivered at this moment. */
export async function deliveredOrder() {
  const shop = await openShop()
  const { orderId } = await shop.buyer().buy()
  await shop.deliverPending()
  const staff = await staffBrowser(shop)
  const ana = await customerBrowser(shop)
  await markDelivered(staff, orderId)
  const deliveredAt = shop.clock.now().getTime()
  return { shop, staff, ana, orderId, deliveredAt }
}

export const markDelivered = (staff: Buyer, id: string, deliveryStatus = 'delivered') =>
  staff.call('PATCH', fillPath(apiPaths.adminOrder, { id }), { deliveryStatus })

export const report = (browser: Buyer, id: string, change: Record<string, unknown> = {}) =>
  browser.call<Case & { caseId: string } & Fault>(
    'POST',
    fillPath(apiPaths.customerOrderProblem, { id }),
    {
      kind: 'damaged',
      text: 'One bottle leaks',
      ...change,
    },
  )

export const answer = (staff: Buyer, id: string, body: Record<string, unknown>) =>
  staff.call<StaffCase & Fault>('POST', fillPath(apiPaths.adminCaseAnswer, { id }), {
    message: 'We are sorry.',
    ...body,
  })

/** Sends a file as the browser does. */
export async function sendPhoto(
  shop: TestShop,
  browser: Buyer | undefined,
  id: string,
  bytes: Uint8Array,
  type = 'image/jpeg',
) {
  const cookie =
    browser && [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const response = await fetch(`${shop.url}${fillPath(apiPaths.customerCasePhoto, { id })}`, {
    method: 'POST',
    headers: { 'content-type': type, ...(cookie && { cookie }) },
    body: bytes as unknown as BodyInit,
  })
  return { status: response.status, body: (await response.json()) as Case & Fault }
}
