import type { Page } from '@playwright/test'
import { expect, freshEmail } from './base-test.ts'
import { paidOrder } from './orders.ts'
import { signInAsStaff } from './staff.ts'

export const orderNumber = (id: string) => id.slice(0, 8)

export const getPanel = (page: Page) => page.getByRole('complementary', { name: /^Subscription/ })

export const getDialog = (page: Page) => page.getByRole('alertdialog')

/** Creates a weekly subscription of two bottles whose first order is paid. */
export async function createSubscription(page: Page) {
  const email = freshEmail('weekly')
  const order = { customerEmail: email, isRecurring: true, recurringFrequency: 'weekly' } as const
  const id = await paidOrder(page, order)
  await signInAsStaff(page)
  await expect(async () => {
    expect((await page.request.get(`/api/admin/subscriptions/${id}`)).ok()).toBe(true)
  }).toPass()
  return { id, email }
}

export async function openSubscription(page: Page, id: string) {
  await page.goto(`/admin/subscriptions?q=${orderNumber(id)}&subscription=${id}`)
  await expect(getPanel(page).getByRole('heading', { name: 'Subscription details' })).toBeVisible()
  return getPanel(page)
}
