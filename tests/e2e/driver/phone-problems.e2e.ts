import type { Page } from '@playwright/test'
import { testId } from '#tests/support/driver/route-data.ts'
import { expect, expectAccessible, test } from '#tests/support/e2e/base-test.ts'
import { logInDriver, openDriverPhone } from '#tests/support/e2e/driver-phone.ts'

test.use({ viewport: { width: 375, height: 812 }, hasTouch: true })

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('a photo that the server cannot read is listed at the end of the day', {
  tag: '@core',
}, async ({ page, context, expectedConsoleErrors }) => {
  expectedConsoleErrors.push(/400/)
  const phone = await openDriverPhone(context)
  phone.takesPhotos = false
  await logInDriver(page)
  await page.getByRole('link', { name: 'Open stop' }).click()
  await button(page, 'Delivered').click()
  await page.getByLabel('Photo (optional)').setInputFiles('web/public/icon-512.png')
  await expect(page.getByAltText('What you took')).toBeVisible()
  await button(page, 'Save').click()
  await page.getByRole('link', { name: 'Count the truck and close' }).click()
  await button(page, 'Save').click()

  await expect(page.getByText('2 of 2 sent')).toBeVisible()
  await expect(page.getByText("We couldn't send 1 photo")).toBeVisible()
  await expect(page.getByText('Find a place with a good signal')).toHaveCount(0)
  await expect(button(page, 'Close route')).toBeDisabled()
  await expectAccessible(page)
  await page.getByRole('link', { name: "See what we couldn't send" }).click()
  await expect(page.getByText("We couldn't send 1 photo")).toBeVisible()
  const unreadable = page.getByRole('list', { name: "What we couldn't send" })
  await expect(unreadable.getByRole('listitem')).toHaveCount(1)
  await expect(unreadable).toContainText('Customer 1, Delivered')
  await expect(unreadable).toContainText("We couldn't read its photo.")
  await expectAccessible(page)

  phone.takesPhotos = true
  await button(page, 'Send now').click()
  await expect(page.getByText('Everything is sent')).toBeVisible()
  await page.goto('/driver#end')
  await button(page, 'Close route').click()
  await expect(page.getByText('Route closed')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Add a stop' })).toHaveCount(0)
})

test('a phone whose storage does not open explains what to do, and shows the route', async ({
  page,
  context,
}) => {
  const phone = await openDriverPhone(context)
  await logInDriver(page)
  await page.addInitScript(() => {
    if (sessionStorage.getItem('storage') === 'ok') return
    IDBFactory.prototype.open = () => {
      throw new DOMException('broken', 'UnknownError')
    }
  })
  await page.reload()
  await expect(
    page.getByRole('heading', { name: "We can't open this phone's storage" }),
  ).toBeVisible()
  await expect(page.getByText('Restart the phone')).toBeVisible()
  const stops = page.getByRole('list', { name: 'Your stops' }).getByRole('listitem')
  await expect(stops.first()).toContainText('Customer 1')
  await expect(stops.first()).toContainText('1 Main St')
  await expect(page.getByText("Don't leave bottles")).toBeVisible()
  await expectAccessible(page)
  await page.evaluate(() => sessionStorage.setItem('storage', 'ok'))
  await button(page, 'Try again').click()
  await expect(page.getByRole('region', { name: 'Next stop' })).toContainText('Customer 1')
  expect(phone.events()).toEqual([])
})

test('a storage that never answers is reported after a while', async ({ page, context }) => {
  await openDriverPhone(context)
  await page.clock.install()
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () =>
      Object.setPrototypeOf(new EventTarget(), IDBOpenDBRequest.prototype) as IDBOpenDBRequest
  })
  await page.goto(`/driver#stop/${testId(101)}`)
  await expect(page.getByText('Loading your route')).toBeAttached()
  await page.clock.fastForward(20_000)
  await expect(
    page.getByRole('heading', { name: "We can't open this phone's storage" }),
  ).toBeVisible()
  await expect(button(page, 'Try again')).toBeVisible()
})

test('a copy that the phone cannot share is downloaded', async ({
  page,
  context,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/ERR_INTERNET_DISCONNECTED/)
  const phone = await openDriverPhone(context)
  await logInDriver(page)
  await phone.setOffline(true)
  await page.getByRole('link', { name: 'Open stop' }).click()
  await button(page, "I'm here").click()
  await page.goto('/driver#unsent')
  const failShare = (name: string) =>
    page.evaluate((errorName) => {
      const share = () => {
        document.title = errorName
        return Promise.reject(new DOMException('no', errorName))
      }
      Object.assign(navigator, { canShare: () => true, share })
    }, name)
  const problem = page.getByRole('alert').filter({ hasText: 'Look for the copy in your downloads' })

  await failShare('NotAllowedError')
  const download = page.waitForEvent('download')
  await button(page, 'Save a copy of unsent entries').click()
  expect((await download).suggestedFilename()).toMatch(/^unsent-.*\.html$/)
  await expect(problem).toBeVisible()

  // Closing the phone's menu is no failure.
  await failShare('AbortError')
  await button(page, 'Save a copy of unsent entries').click()
  await expect(page).toHaveTitle('AbortError')
  await expect(problem).toHaveCount(0)
})
