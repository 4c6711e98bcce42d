import type { Page } from '@playwright/test'
import { testId, testStop } from '#tests/support/driver/route-data.ts'
import { expect, expectAccessible, expectNoOverflow, test } from '#tests/support/e2e/base-test.ts'
import { logInDriver, openDriverPhone } from '#tests/support/e2e/driver-phone.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

test.beforeEach(({ expectedConsoleErrors }) => {
  expectedConsoleErrors.push(/ERR_INTERNET_DISCONNECTED/)
})

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function deliverNext(page: Page) {
  await page.getByRole('link', { name: 'Open stop' }).click()
  await button(page, 'Delivered').click()
  await button(page, 'Save').click()
  await expect(page.getByRole('link', { name: 'Add a stop' })).toBeVisible()
}

test('a route driven without a network arrives once, though the app was killed', {
  tag: '@core',
}, async ({ page, context }) => {
  const phone = await openDriverPhone(context)
  await logInDriver(page)
  await expectAccessible(page)
  await phone.setOffline(true)

  await page.getByRole('link', { name: 'Check the load of trip 1' }).click()
  await expect(page.getByRole('heading', { name: 'Load of trip 1' })).toBeVisible()
  await expectAccessible(page)
  await button(page, 'Save').click()
  await button(page, 'Leave the depot').click()
  await page.getByRole('link', { name: 'Open stop' }).click()
  await expectAccessible(page)
  await button(page, 'Delivered').click()
  await button(page, 'One more, Empties taken: 5 Gallon').click()
  await expectAccessible(page)
  await expectNoOverflow(page)
  await button(page, 'Save').click()
  await expect(page.getByText('3 waiting to send')).toBeVisible()

  // The phone closes the app; it opens again from the phone itself.
  await page.close()
  const app = await context.newPage()
  await app.goto('/driver')
  await expect(app.getByText('3 waiting to send')).toBeVisible()
  await app.getByRole('link', { name: 'Open stop' }).click()
  await expect(app.getByText("Don't leave bottles")).toBeVisible()
  await button(app, 'Not delivered').click()
  await button(app, 'Save').click()
  await expect(app.getByText('Please take a photo')).toBeVisible()
  await app.getByLabel('Nobody home').check()
  await app.getByLabel('Photo of the door').setInputFiles('web/public/icon-512.png')
  await expect(app.getByAltText('What you took')).toBeVisible()
  await expectAccessible(app)
  await button(app, 'Save').click()
  await expect(app.getByText('4 waiting to send')).toBeVisible()
  await deliverNext(app)

  await app.getByRole('link', { name: 'Count the truck and close' }).click()
  await expectAccessible(app)
  await button(app, 'Save').click()
  await expect(app.getByText('0 of 6 sent')).toBeVisible()
  await expect(button(app, 'Close route')).toBeDisabled()
  await expectAccessible(app)
  await phone.setOffline(false)
  await expect(app.getByText('6 of 6 sent')).toBeVisible()
  await button(app, 'Close route').click()
  await expect(app.getByText('Route closed')).toBeVisible()
  await expect(app.getByText('All sent')).toBeVisible()

  const types = phone.events().map(({ type }) => type)
  expect(types).toEqual([
    ...['loaded', 'departed', 'delivered', 'failed', 'delivered', 'returned', 'closed'],
  ])
  expect(phone.events().map(({ deviceSeq }) => deviceSeq)).toEqual([1, 2, 3, 4, 5, 6, 7])
  expect(phone.events()[2]).toMatchObject({
    stopId: testId(101),
    payload: { lines: [{ productId: testId(1), full: 2, empties: 1, damaged: 0 }] },
  })
  expect(phone.photos).toEqual(phone.events()[3]?.photos)
})

test('an outcome is undone, corrected and taken out of order', async ({ page, context }) => {
  const phone = await openDriverPhone(context)
  await logInDriver(page)
  await page.getByRole('link', { name: /Customer 3/ }).click()
  await page.getByRole('link', { name: 'Cash or check received' }).click()
  await expectAccessible(page)
  await button(page, 'Save').click()
  await button(page, 'Delivered').click()
  await button(page, 'Save').click()
  await page.getByRole('link', { name: /Customer 3/ }).click()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Correct the counts' }).click()
  await button(page, 'One less, Full left: 5 Gallon').click()
  await button(page, 'Save').click()
  await page.getByRole('link', { name: /Customer 3/ }).click()
  await expect(page.getByText('1 left')).toBeVisible()
  // The first undo takes the correction back, the second one the delivery.
  await button(page, 'Undo').click()
  await expect(page.getByText('2 left')).toBeVisible()
  await button(page, 'Undo').click()
  await expect(button(page, 'Delivered')).toBeVisible()
  await expect(page.getByText('All sent')).toBeVisible()

  const [payment, first, second, undo, last] = phone.events()
  expect(payment).toMatchObject({ payload: { method: 'cash', amount: '24.50' } })
  expect(second).toMatchObject({ supersedes: first?.eventId, payload: { lines: [{ full: 1 }] } })
  expect(undo).toMatchObject({ type: 'superseded', supersedes: second?.eventId })
  expect(last).toMatchObject({ type: 'superseded', supersedes: first?.eventId })
})

test('another driver’s login keeps the first driver’s entries', async ({ page, context }) => {
  const phone = await openDriverPhone(context)
  await logInDriver(page)
  await phone.setOffline(true)
  await deliverNext(page)
  await button(page, 'Log out Dana').click()
  await button(page, 'Log out now').click()
  await expect(page.getByRole('heading', { name: "You're not logged in" })).toBeVisible()
  await expectAccessible(page)
  await phone.setOffline(false)
  await logInDriver(page, 'second')
  await deliverNext(page)
  await expect(page.getByText('All sent')).toBeVisible()
  // Leaving the page can lose a response; the event is then sent again under the same id.
  const keys = new Map(
    phone.requests.flatMap(({ uploadKey, events }) =>
      events.map(({ eventId, deviceId }) => [eventId, [uploadKey, deviceId]] as const),
    ),
  )
  expect([...keys.values()].toSorted()).toEqual([
    ['key', testId(20)],
    ['second', testId(21)],
  ])
})

test('full storage is shown as an error, and the input stays on the screen', async ({
  page,
  context,
}) => {
  await openDriverPhone(context)
  await logInDriver(page)
  await page.getByRole('link', { name: 'Add a stop' }).click()
  await page.getByLabel('Name or address').fill('Dock 4')
  await expectAccessible(page)
  await page.evaluate(() => {
    const { add } = IDBObjectStore.prototype
    IDBObjectStore.prototype.add = () => {
      IDBObjectStore.prototype.add = add
      throw new DOMException('full', 'QuotaExceededError')
    }
  })
  await button(page, 'Save').click()
  await expect(page.getByText("Your phone's storage is full")).toBeVisible()
  await expect(page.getByLabel('Name or address')).toHaveValue('Dock 4')
  await button(page, 'Save').click()
  await expect(page.getByText('Dock 4')).toBeVisible()
})

test('an added stop can be undone in the list', async ({ page, context }) => {
  await openDriverPhone(context)
  await logInDriver(page)
  await page.getByRole('link', { name: 'Add a stop' }).click()
  await page.getByLabel('Name or address').fill('Dock 4')
  await button(page, 'Save').click()
  await expect(page.getByText('Dock 4')).toBeVisible()
  await expectAccessible(page)
  await button(page, 'Undo Dock 4').click()
  await expect(page.getByText('Dock 4')).toBeHidden()
})

test('unsent entries can be saved as a file', async ({ page, context }) => {
  const phone = await openDriverPhone(context)
  await logInDriver(page)
  await phone.setOffline(true)
  await deliverNext(page)
  await page.getByRole('link', { name: '1 waiting to send' }).click()
  await expectAccessible(page)
  const download = page.waitForEvent('download')
  await button(page, 'Save a copy of unsent entries').click()
  expect((await download).suggestedFilename()).toMatch(/^unsent-.*\.html$/)
})

test('changes of dispatch are shown until the driver has seen them', async ({ page, context }) => {
  const phone = await openDriverPhone(context)
  await logInDriver(page)
  if (phone.route) {
    phone.route = { ...phone.route, version: 2, stops: [...phone.route.stops, testStop(4)] }
  }
  await page.reload()
  await expect(page.getByText('New stop: Customer 4')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: "OK, I've seen it" }).click()
  await expect(page.getByText('Dispatch changed your route')).toHaveCount(0)
  await expect.poll(() => phone.events().map(({ type }) => type)).toEqual(['version-accepted'])
})

test('a stop is delivered with the keyboard alone', async ({ page, context }) => {
  await openDriverPhone(context)
  await logInDriver(page)
  const press = async (name: string) => {
    const target = page.getByRole('link', { name }).or(button(page, name))
    for (let tabs = 0; tabs < 40; tabs++) {
      if (await target.evaluate((element) => element === document.activeElement)) break
      await page.keyboard.press('Tab')
    }
    await expect(target).toBeFocused()
    await page.keyboard.press('Enter')
  }
  await press('Open stop')
  await press('Delivered')
  await press('Save')
  await expect(page.getByRole('region', { name: 'Done' }).getByText('Customer 1')).toBeVisible()
})

test('a link that no longer works shows a message', async ({ page, context }) => {
  await openDriverPhone(context)
  await page.goto('/driver/sign-in?token=used')
  await expectAccessible(page)
  await expectNoOverflow(page)
  await button(page, 'Log in').click()
  await expect(page.getByText('This link no longer works. Ask for a new one.')).toBeVisible()
})
