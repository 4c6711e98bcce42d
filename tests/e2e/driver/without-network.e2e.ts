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

const promise = (page: Page) => page.getByText('the app works without one')

/** Logs in where the route can't be loaded; resolves to what loads it. */
async function logInWithoutRoute(page: Page) {
  await page.route('**/api/driver/route*', (route) => route.abort('internetdisconnected'))
  await page.goto('/driver/sign-in?token=first')
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page.getByText("We'll load your route as soon as")).toBeVisible()
  return async () => {
    await page.unroute('**/api/driver/route*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(nextStop(page)).toBeVisible()
  }
}

test('a browser that cannot store the app shows a message on the list', { tag: '@core' }, async ({
  page,
  context,
}) => {
  await openDriverPhone(context)
  await page.addInitScript(() => {
    Reflect.deleteProperty(Navigator.prototype, 'serviceWorker')
  })
  const load = await logInWithoutRoute(page)
  await expect(notice(page)).toBeVisible()
  await expect(promise(page)).toHaveCount(0)
  await load()
  await expect(notice(page)).toBeVisible()
  await expect(page.getByText('use Chrome or Safari')).toBeVisible()
  await expectAccessible(page)
})

test('a browser that stores the app promises to work without a network', async ({
  page,
  context,
}) => {
  await openDriverPhone(context)
  const load = await logInWithoutRoute(page)
  await expect(promise(page)).toBeVisible()
  await expect(notice(page)).toHaveCount(0)
  await load()
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
  await page.waitForFunction(
    async () => (await caches.match('/driver', { ignoreVary: true })) !== undefined,
  )
  await expect(notice(page)).toHaveCount(0)
  await phone.setOffline(true)
  await page.reload()
  await expect(nextStop(page)).toBeVisible()
})

test('a browser that may clear its storage is named where the app calls it safe', async ({
  page,
  context,
}) => {
  await page.addInitScript(() => {
    navigator.storage.persist = async () => sessionStorage.getItem('storage') === 'kept'
  })
  const phone = await openDriverPhone(context)
  await logInDriver(page)
  await expect(warning(page)).toContainText('Add this app to your home screen.')
  await phone.setOffline(true)
  await page.getByRole('link', { name: 'Open stop' }).click()
  await page.getByRole('button', { name: "I'm here", exact: true }).click()
  await page.goto('/driver#unsent')
  await expect(page.getByText('Everything is saved on this phone.')).toBeVisible()
  await expect(warning(page)).toContainText('Keep some space free until everything is sent.')
  await expect(page.getByText('home screen')).toHaveCount(0)
  await expectAccessible(page)

  await page.evaluate(() => sessionStorage.setItem('storage', 'kept'))
  await page.reload()
  await expect(page.getByText('Everything is safe on this phone.')).toBeVisible()
  await expect(warning(page)).toHaveCount(0)
})
