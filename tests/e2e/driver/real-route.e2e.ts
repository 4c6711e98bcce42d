import type { BrowserContext } from '@playwright/test'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import {
  button,
  logIn,
  openPhone,
  publishRoute,
  showLoginLink,
} from '#tests/support/driver/real-route.ts'
import { expect, freshEmail, test } from '#tests/support/e2e/base-test.ts'
import { queryE2eDatabase } from '#tests/support/e2e/database.ts'
import { lane, stopButton } from '#tests/support/e2e/route-board.ts'
import { signIn } from '#tests/support/e2e/sign-in.ts'

/** The server stores the data of the next request, and its response is lost on the way. */
async function loseNextResponse(context: BrowserContext): Promise<void> {
  await context.route(
    `**${apiPaths.driverEvents}`,
    async (route) => {
      await route.fetch()
      await route.abort('internetdisconnected')
    },
    { times: 1 },
  )
}

test('rules 54 to 60: a route is published, driven without a network and arrives once', async ({
  page,
  browser,
  baseURL,
}) => {
  const email = freshEmail('door')
  const { driver, truck, date, orderIds, stopIds } = await publishRoute(page, baseURL, email)
  const link = await showLoginLink(page, driver)
  const { context, problems, requests } = await openPhone(browser, baseURL)

  const phone = await context.newPage()
  await logIn(phone, link)

  await context.setOffline(true)
  await phone.getByRole('link', { name: 'Check the load of trip 1' }).click()
  await button(phone, 'Save').click()
  await button(phone, 'Leave the depot').click()
  await phone.getByRole('link', { name: 'Open stop' }).click()
  await button(phone, 'Delivered').click()
  await phone
    .getByRole('button', { name: /^One more, Empties taken/ })
    .first()
    .click()
  await button(phone, 'Save').click()
  // Both orders are at one address, so that they are one stop.
  await expect(phone.getByRole('heading', { level: 1 })).toContainText('Delivery 2 of 2: Bo')
  await button(phone, 'Not delivered').click()
  await phone.getByLabel('Nobody home').check()
  await phone.getByLabel('Photo of the door').setInputFiles('web/public/icon-512.png')
  await expect(phone.getByAltText('What you took')).toBeVisible()
  await button(phone, 'Save').click()
  await expect(phone.getByText('4 waiting to send')).toBeVisible()

  await phone.close()
  const app = await context.newPage()
  await app.goto('/driver')
  await expect(app.getByText('4 waiting to send')).toBeVisible()
  await loseNextResponse(context)
  await context.setOffline(false)
  await expect(app.getByText('All sent')).toBeVisible()
  await app.getByRole('link', { name: 'All sent' }).click()
  await expect(app.getByText('Everything is sent')).toBeVisible()

  // The pages of staff and of the customer.
  await page.goto(`/admin/routes?date=${date}`)
  const board = lane(page, truck.name)
  await expect(stopButton(board, 'Ana').getByRole('img', { name: 'Done' })).toBeVisible()
  await expect(stopButton(board, 'Bo').getByRole('img', { name: 'Not delivered' })).toBeVisible()
  const schedules: { id: string; status: string; outcome?: string }[] = await (
    await page.request.get(`${apiPaths.adminSchedules}?q=${encodeURIComponent(email)}`)
  ).json()
  expect(schedules.map(({ id, status, outcome }) => [id, status, outcome]).toSorted()).toEqual(
    [
      [stopIds[0], 'completed', undefined],
      [stopIds[1], 'cancelled', 'failed'],
    ].toSorted(),
  )
  const photo =
    requests
      .find(({ method }) => method === 'PUT')
      ?.path.split('/')
      .at(-1) ?? ''
  const path = { id: orderIds[1] ?? '', sha256: photo }
  const stored = await page.request.get(fillPath(apiPaths.adminOrderPhoto, path))
  expect([stored.status(), stored.headers()['content-type']]).toEqual([200, 'image/webp'])

  const customer = await (await browser.newContext({ ...(baseURL && { baseURL }) })).newPage()
  await signIn(customer, email)
  const bottles = await (await customer.request.get(apiPaths.bottles)).json()
  // Two were left, each booked once. The empty was there before the first count.
  expect(bottles.balance).toBe(2)
  const movements = bottles.movements as { cause: string; quantity: number; from: string }[]
  expect(
    movements.map(({ cause, from, quantity }) => `${cause} ${from} ${quantity}`).sort(),
  ).toEqual(['delivered customer 1', 'delivered truck 2', 'opening supplier 1'])
  await customer.context().close()
  const events = 'select 1 from driver_events where stop_id = any($1) and fix is not null'
  expect(await queryE2eDatabase(baseURL, events, [stopIds])).toBe(2)

  // The phone loads the route once more, and what its driver entered is no change by dispatch.
  await app.goto('/driver')
  await expect(async () => {
    const reply = app.waitForResponse(`**${apiPaths.driverRoute}`)
    await app.reload()
    expect((await reply).status()).toBe(304)
  }).toPass()
  await expect(app.getByRole('region', { name: 'Done' })).toContainText('Not delivered')
  await expect(app.getByText('Dispatch changed your route')).toHaveCount(0)

  await app.getByRole('link', { name: 'Count the truck and close' }).click()
  await button(app, 'Save').click()
  await expect(app.getByText('5 of 5 sent')).toBeVisible()
  await button(app, 'Close route').click()
  await expect(app.getByText('All sent')).toBeVisible()
  await expect(board.getByText('Closed', { exact: true })).toBeVisible()
  await button(app, `Log out ${driver}`).click()
  await button(app, 'Log out now').click()
  await expect(app.getByRole('heading', { name: "You're not logged in" })).toBeVisible()
  // The phone logs out first, and notifies the server after that.
  await expect.poll(async () => (await app.request.get(apiPaths.driverRoute)).status()).toBe(401)
  // Once the closing is sent, the phone asks for the next route; there is none.
  const isExpected = (line: string) => /ERR_INTERNET_DISCONNECTED|status of 404/.test(line)
  expect(problems.filter((line) => !isExpected(line))).toEqual([])
  await context.close()
})
