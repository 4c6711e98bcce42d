import { addDays } from '#contract/dates/calendar.ts'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import { expectAccessible, expectNoOverflow } from '#tests/support/e2e/base-test.ts'
import { findProduct } from '#tests/support/e2e/orders.ts'
import { setSoldOut } from '#tests/support/e2e/sell-out.ts'
import {
  createSubscriber,
  findEmail,
  getSubscription,
  openSubscriptionCard,
} from '#tests/support/e2e/subscriber.ts'
import { expect, test } from '#tests/support/e2e/with-clock.ts'

const SPRING = 'Spring Water 5 Gallon'
const OTHER_SIZE = 'Spring Water 3 Gallon'
const PURIFIED = 'Purified Water 3 Gallon'

/** The worker's other tests order it. */
test.afterEach(async ({ browser, time }) => {
  const staff = await browser.newContext({ baseURL: time.url })
  await setSoldOut(await staff.newPage(), SPRING, false)
  await staff.close()
})

test('rule 31: a delivery comes without its sold-out item, which the reminder offers to swap', async ({
  page,
  time,
  browser,
}) => {
  const ana = await createSubscriber(page, time)
  const spring = await findProduct(page, SPRING)
  const purified = await findProduct(page, PURIFIED)
  const items = [
    { productId: spring.id, quantity: 2 },
    { productId: purified.id, quantity: 1 },
  ]
  const path = fillPath(apiPaths.changeSubscription, { id: ana.id })
  expect((await page.request.post(path, { data: { type: 'change', items } })).ok()).toBe(true)
  const staff = await browser.newContext({ baseURL: time.url })
  await setSoldOut(await staff.newPage(), SPRING, true)
  await staff.close()

  await page.setViewportSize({ width: 375, height: 800 })
  const card = await openSubscriptionCard(page, ana)
  const alert = card.getByText(`Not available: 2 × ${SPRING}`)
  await expect(alert).toBeVisible()
  await expect(card.getByText('Item unavailable').first()).toBeVisible()
  await expectNoOverflow(page)
  await expectAccessible(page)

  const { next } = await getSubscription(page, ana.id)
  expect(next).toMatchObject({ total: '5.09', leftOut: [{ name: SPRING, quantity: 2 }] })
  await time.advanceToMorning(addDays(next?.date ?? '', -3))
  const email = await findEmail(page, ana.email, /Your delivery on/)
  expect(email).toContain(`Not available for this delivery: 2 × ${SPRING}.`)
  const link = `/customer/subscriptions?change=${ana.id}`
  expect(email).toContain(link)

  await page.goto(link)
  const dialog = page.getByRole('dialog', { name: 'Change products' })
  await expect(dialog.getByText('Sold out').first()).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: `Swap for ${OTHER_SIZE}` }).click()
  await dialog.getByRole('button', { name: 'Change products' }).click()
  await expect(dialog).toBeHidden()
  await expect(alert).toBeHidden()
  const swapped = (await getSubscription(page, ana.id)).next
  expect(swapped?.leftOut).toEqual([])
  expect(swapped?.items.map(({ name }) => name).sort()).toEqual([PURIFIED, OTHER_SIZE])
})
