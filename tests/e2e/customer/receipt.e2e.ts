import { createHash, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Browser, Page } from '@playwright/test'
import { dateIn } from '#contract/dates/calendar.ts'
import { fillPath } from '#contract/fill-path.ts'
import { formatOrderNumber } from '#contract/order-number.ts'
import { apiPaths } from '#contract/paths.ts'
import { expect, expectAccessible, freshEmail, test } from '#tests/support/e2e/base-test.ts'
import { queryE2eDatabase } from '#tests/support/e2e/database.ts'
import { addStopBy, openRouteDay, readBoard } from '#tests/support/e2e/route-board.ts'
import { signIn } from '#tests/support/e2e/sign-in.ts'
import { signInAsStaff, uniqueWord } from '#tests/support/e2e/staff.ts'

/** A driver leaves two bottles, takes one and takes a photo. Returns the order. */
async function deliver(page: Page, browser: Browser, baseURL: string | undefined, email: string) {
  await signInAsStaff(page)
  const { orderIds, blue } = await openRouteDay(page, baseURL, ['Ana'], { email })
  const [orderId = ''] = orderIds
  const date = dateIn('America/New_York', new Date())
  const move = 'update orders set delivery_date = $2 where id = any($1)'
  await queryE2eDatabase(baseURL, move, [orderIds, date])
  const { id: stopId } = await addStopBy(page, { orderId, truckId: blue.id, date })
  const post = async (path: string, data: object = {}) =>
    (await page.request.post(path, { data })).json()
  const { id: driverId } = await post(apiPaths.adminDrivers, { name: uniqueWord('Driver') })
  const { routes } = await readBoard(page, date)
  const routeId = routes.find(({ truckId }) => truckId === blue.id)?.id ?? ''
  await post(fillPath(apiPaths.adminRoutePublish, { id: routeId }), { driverId })
  const { url } = await post(fillPath(apiPaths.adminSignInLink, { id: driverId }))

  const context = await browser.newContext({ ...(baseURL && { baseURL }) })
  const token = new URL(url).searchParams.get('token')
  await context.request.post(apiPaths.driverSignIn, { data: { token } })
  const route = await (await context.request.get(apiPaths.driverRoute)).json()
  const photo = await readFile('web/public/icon-512.png')
  const sha256 = createHash('sha256').update(photo).digest('hex')
  const { deviceId, version: routeVersion, products } = route
  const event = {
    ...{
      eventId: randomUUID(),
      deviceId,
      deviceSeq: 1,
      driverId,
      schema: 1,
      routeId,
      routeVersion,
    },
    ...{ trip: 1, stopId, type: 'delivered', photos: [sha256], tappedAt: new Date().toISOString() },
    payload: { lines: [{ productId: products[0].id, full: 2, empties: 1, damaged: 0 }] },
  }
  const sent = await context.request.post(apiPaths.driverEvents, { data: { events: [event] } })
  expect((await sent.json()).results).toMatchObject([{ result: 'accepted' }])
  const stored = await context.request.put(fillPath(apiPaths.driverPhoto, { sha256 }), {
    headers: { 'content-type': 'image/png' },
    data: photo,
  })
  expect(stored.status()).toBe(204)
  await context.close()
  return orderId
}

test('rule 62: a customer opens the receipt on a phone and reports a problem', async ({
  page,
  browser,
  baseURL,
}) => {
  const email = freshEmail('receipt')
  const orderId = await deliver(page, browser, baseURL, email)
  const name = `Order ${formatOrderNumber(orderId)}`
  const findPhoto = (scope: ReturnType<Page['getByRole']>) =>
    scope.getByRole('img', { name: 'Taken by the driver at the door' })

  // Staff see the same receipt.
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto(`/admin/orders?q=${email}&order=${orderId}`)
  const panel = page.getByRole('complementary', { name })
  const staffReceipt = panel.getByRole('article', { name: /^Receipt of/ })
  await expect(staffReceipt).toContainText('2 left, 1 empty taken')
  await expect(staffReceipt).toContainText("2 bottles at the customer's place")
  await expect(findPhoto(staffReceipt)).toBeVisible()

  // By the link alone there is no photo.
  const guest = await (await browser.newContext({ ...(baseURL && { baseURL }) })).newPage()
  await guest.setViewportSize({ width: 375, height: 740 })
  await guest.goto(`/order-confirmation?orderId=${orderId}`)
  await guest.getByRole('button', { name: 'Track Order' }).click()
  const tracked = guest.getByRole('dialog', { name: 'Track Order' })
  await expect(tracked.getByRole('article', { name: /^Receipt of/ })).toContainText('2 left')
  await expect(findPhoto(tracked)).toHaveCount(0)
  await expectAccessible(guest)

  await signIn(guest, email)
  await guest.goto(`/customer/orders?order=${orderId}`)
  const sheet = guest.getByRole('dialog', { name })
  const receipt = sheet.getByRole('article', { name: /^Receipt of/ })
  await expect(receipt).toContainText('2 left, 1 empty taken')
  await expect(receipt).toContainText('2 bottles at your place')
  const photo = findPhoto(receipt)
  await photo.scrollIntoViewIfNeeded()
  await expect
    .poll(() => photo.evaluate((image) => (image as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0)
  const overflow = () => document.documentElement.scrollWidth - window.innerWidth
  expect(await guest.evaluate(overflow)).toBeLessThanOrEqual(0)
  await expectAccessible(guest)

  await expect(sheet.getByRole('heading', { name: 'Is something wrong?' })).toBeVisible()
  await sheet.getByRole('button', { name: 'Report a problem' }).press('Enter')
  const dialog = guest.getByRole('dialog', { name: 'Report a problem' })
  await dialog.getByLabel('Wrong count').check()
  await dialog.getByLabel('What happened?').fill('There is only one bottle')
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await expect(sheet.getByRole('article', { name: 'Problem: Wrong count' })).toBeVisible()

  // Two days after the receipt the page names the phone number instead.
  const end = 'update orders set report_until = now() where id = $1'
  await queryE2eDatabase(baseURL, end, [orderId])
  await guest.reload()
  await expect(sheet).toContainText('The 48 hours to report a problem here are over. Call us at')
  await expect(sheet.getByRole('button', { name: 'Report a problem' })).toHaveCount(0)
  await guest.context().close()
})
