import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectNoOverflow, test } from '#tests/support/e2e/base-test.ts'
import { logInDriver, openDriverPhone } from '#tests/support/e2e/driver-phone.ts'

test.use({ viewport: { width: 375, height: 812 }, hasTouch: true })

test.beforeEach(({ expectedConsoleErrors }) => {
  expectedConsoleErrors.push(/ERR_INTERNET_DISCONNECTED/)
})

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const types = (phone: Awaited<ReturnType<typeof openDriverPhone>>) =>
  phone.events().map(({ type }) => type)

async function openPayment(page: Page) {
  await page.getByRole('link', { name: /Customer 3/ }).click()
  await page.getByRole('link', { name: 'Cash or check received' }).click()
}

test('money that was recorded before the app was killed is listed and not entered twice', {
  tag: '@core',
}, async ({ page, context }) => {
  const phone = await openDriverPhone(context)
  await logInDriver(page)
  await phone.setOffline(true)
  await openPayment(page)
  await expect(page.getByLabel('Amount in dollars')).toHaveValue('24.50')
  await button(page, 'Save').dblclick()
  await expect(page.getByText('1 waiting to send')).toBeVisible()
  await page.close()

  const app = await context.newPage()
  await app.goto('/driver')
  await openPayment(app)
  await expect(app.getByText('Received for this delivery')).toBeVisible()
  await expect(app.getByText(/^Cash \$24\.50/)).toContainText('waiting to send')
  await expect(app.getByText('Nothing more is due.')).toBeVisible()
  await expect(app.getByLabel('Amount in dollars')).toHaveValue('')
  await expectAccessible(app)
  await expectNoOverflow(app)

  await button(app, 'Undo Cash $24.50').dblclick()
  await expect(app.getByText('Received for this delivery')).toHaveCount(0)
  await app.getByRole('link', { name: 'Back' }).click()
  await expect(app.getByText('$24.50')).toBeVisible()
  await app.getByRole('link', { name: 'Cash or check received' }).click()
  await app.getByLabel('Check', { exact: true }).check()
  await app.getByLabel('Check number').fill('1041')
  await button(app, 'Save').click()
  await expect(app.getByText(/^Check \$24\.50/)).toBeVisible()
  await phone.setOffline(false)
  await expect(app.getByText('All sent')).toBeVisible()
  expect(types(phone)).toEqual(['payment-received', 'superseded', 'payment-received'])
  expect(phone.events()[1]).toMatchObject({ supersedes: phone.events()[0]?.eventId })
})

test('a double tap records one thing', async ({ page, context }) => {
  const phone = await openDriverPhone(context)
  await logInDriver(page)
  await page.getByRole('link', { name: 'Check the load of trip 1' }).click()
  await button(page, 'Save').dblclick()
  await button(page, 'Leave the depot').dblclick()
  await page.getByRole('link', { name: 'Open stop' }).click()
  await button(page, "I'm here").dblclick()
  await expect(button(page, "I'm here")).toHaveCount(0)
  await button(page, 'Delivered').click()
  await button(page, 'Save').dblclick()
  await page.getByRole('link', { name: /Customer 1/ }).click()
  await button(page, 'Undo').dblclick()
  await expect(button(page, 'Delivered')).toBeVisible()
  await expect(page.getByText('All sent')).toBeVisible()
  expect(types(phone)).toEqual(['loaded', 'departed', 'arrived', 'delivered', 'superseded'])
})

test('the second tap of a double tap does not reach the next screen', async ({ page, context }) => {
  const phone = await openDriverPhone(context)
  await logInDriver(page)
  await openPayment(page)
  const box = await button(page, 'Save').boundingBox()
  if (!box) throw new Error('no button')
  await page.mouse.move(box.x + box.width / 4, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.up()
  await expect(button(page, 'Skip for now')).toBeVisible()
  await page.mouse.down({ clickCount: 2 })
  await page.mouse.up({ clickCount: 2 })
  await expect(page.getByText('All sent')).toBeVisible()
  await expect(button(page, "I'm here")).toBeVisible()
  expect(types(phone)).toEqual(['payment-received'])
})

/** Safari on iPhones calls every tap the first one; `at` is its time in milliseconds. */
const tapOnIphone = (page: Page, x: number, y: number, at: number) =>
  page.evaluate(
    (tap) => {
      const target = document.elementFromPoint(tap.x, tap.y)
      const place = { clientX: tap.x, clientY: tap.y, bubbles: true, cancelable: true }
      const click = new MouseEvent('click', { ...place, detail: 1 })
      Object.defineProperty(click, 'timeStamp', { value: tap.at })
      target?.dispatchEvent(new PointerEvent('pointerdown', { ...place, pointerType: 'touch' }))
      target?.dispatchEvent(click)
    },
    { x, y, at },
  )

test('a double tap on an iPhone does not reach the next screen either', async ({
  page,
  context,
}) => {
  const phone = await openDriverPhone(context)
  await logInDriver(page)
  await openPayment(page)
  const box = await button(page, 'Save').boundingBox()
  if (!box) throw new Error('no button')
  const [x, y] = [box.x + box.width / 4, box.y + box.height / 2]
  await tapOnIphone(page, x, y, 60_000)
  await expect(button(page, 'Skip for now')).toBeVisible()
  await tapOnIphone(page, x + 10, y + 10, 60_300)
  await expect(page.getByText('All sent')).toBeVisible()
  await expect(button(page, "I'm here")).toBeVisible()

  await tapOnIphone(page, x, y, 61_000)
  await expect(button(page, "I'm here")).toHaveCount(0)
  await expect.poll(() => types(phone)).toEqual(['payment-received', 'arrived'])
})

test('quick taps on one button all count on an iPhone', async ({ page, context }) => {
  await openDriverPhone(context)
  await logInDriver(page)
  await page.getByRole('link', { name: 'Open stop' }).click()
  await button(page, 'Delivered').click()
  const box = await button(page, 'One more, Empties taken: 5 Gallon').boundingBox()
  if (!box) throw new Error('no button')
  for (const at of [60_000, 60_100, 60_200]) await tapOnIphone(page, box.x + 20, box.y + 20, at)
  await expect(page.getByLabel('Empties taken: 5 Gallon', { exact: true })).toHaveValue('3')
})
