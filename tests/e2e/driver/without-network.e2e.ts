import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from '#tests/support/e2e/base-test.ts'
import { logInDriver, openDriverPhone } from '#tests/support/e2e/driver-phone.ts'

test.use({ viewport: { width: 375, height: 812 }, hasTouch: true })
test.beforeEach(({ expectedConsoleErrors }) => {
  expectedConsoleErrors.push(/ERR_INTERNET_DISCONNECTED/)
})

const nextStop = (page: Page) => page.getByRole('region', { name: 'Next stop' })
const notice = (page: Page) => page.getByText("This app isn't saved on the phone yet")
const warning = (page: Page) => page.getByText('the browser may delete what')

/** What the browser answers if it is asked to keep the storage. */
const answerPersist = (page: Page, isKept: boolean) =>
  page.addInitScript((answer) => {
    navigator.storage.persist = async () => answer
  }, isKept)

test('a browser that cannot store the app says so on the list', async ({ page, context }) => {
  const phone = await openDriverPhone(context)
  await page.addInitScript(() => {
    Reflect.deleteProperty(Navigator.prototype, 'serviceWorker')
  })
  await page.goto('/driver/sign-in?token=first')
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(nextStop(page)).toBeVisible()
  await expect(notice(page)).toBeVisible()
  await expectAccessible(page)

  // Without a route, too: the app promises nothing that it can't do.
  phone.route = null
  await page.reload()
  await expect(notice(page)).toBeVisible()
  await expect(page.getByText('the app works without one')).toHaveCount(0)
})

test('an app that the phone has deleted is stored again', async ({ page, context }) => {
  const phone = await openDriverPhone(context)
  await logInDriver(page)
  await expect(notice(page)).toHaveCount(0)
  await page.evaluate(async () => {
    for (const name of await caches.keys()) await caches.delete(name)
  })
  await page.reload()
  await expect(nextStop(page)).toBeVisible()
  await page.waitForFunction(async () => (await caches.keys()).length > 0)
  await expect(notice(page)).toHaveCount(0)
  await phone.setOffline(true)
  await page.reload()
  await expect(nextStop(page)).toBeVisible()
})

test('a browser that may clear its storage says so where the app calls it safe', async ({
  page,
  context,
}) => {
  await answerPersist(page, false)
  const phone = await openDriverPhone(context)
  await logInDriver(page)
  await expect(warning(page)).toBeVisible()
  await phone.setOffline(true)
  await page.getByRole('link', { name: 'Open stop' }).click()
  await page.getByRole('button', { name: "I'm here", exact: true }).click()
  await page.goto('/driver#unsent')
  await expect(page.getByText('Everything is saved on this phone.')).toBeVisible()
  await expect(warning(page)).toBeVisible()
  await expectAccessible(page)

  await answerPersist(page, true)
  await page.reload()
  await expect(page.getByText('Everything is safe on this phone.')).toBeVisible()
  await expect(warning(page)).toHaveCount(0)
})
