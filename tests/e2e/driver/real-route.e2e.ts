import type { Browser, BrowserContext, Page } from '@playwright/test'
import { dateIn } from '#contract/dates/calendar.ts'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import { expect, freshEmail, test } from '#tests/support/e2e/base-test.ts'
import { queryE2eDatabase } from '#tests/support/e2e/database.ts'
import {
  addStopBy,
  lane,
  openRouteDay,
  readBoard,
  stopButton,
} from '#tests/support/e2e/route-board.ts'
import { signIn } from '#tests/support/e2e/sign-in.ts'
import { choose, expectToast, signInAsStaff, uniqueWord } from '#tests/support/e2e/staff.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Publishes today's route of Ana and Bo to a new driver by the office's screens. Cy is not on it. */
async function publishRoute(page: Page, baseURL: string | undefined, email: string) {
  await signInAsStaff(page)
  const driver = uniqueWord('Driver')
  await page.request.post(apiPaths.adminDrivers, { data: { name: driver } })
  const { orderIds, blue } = await openRouteDay(page, baseURL, ['Ana', 'Bo', 'Cy'], { email })
  const date = dateIn('America/New_York', new Date())
  const move = 'update orders set delivery_date = $2 where id = any($1)'
  await queryE2eDatabase(baseURL, move, [orderIds, date])
  const stopIds: string[] = []
  for (const orderId of orderIds.slice(0, 2)) {
    stopIds.push((await addStopBy(page, { orderId, truckId: blue.id, date })).id)
  }
  await page.goto(`/admin/routes?date=${date}`)
  await lane(page, blue.name).getByRole('button', { name: 'Publish' }).click()
  const dialog = page.getByRole('dialog', { name: `Publish ${blue.name}` })
  await choose(page, dialog.getByLabel('Driver', { exact: true }), driver)
  await dialog.getByRole('button', { name: 'Publish route' }).click()
  await expectToast(page, 'Route published')
  return { driver, truck: blue, date, orderIds, stopIds }
}

/** The link of the code that the office shows. */
async function showLoginLink(page: Page, driver: string): Promise<string> {
  await page.goto('/admin/trucks')
  await page.getByRole('button', { name: 'Drivers' }).click()
  const dialog = page.getByRole('dialog', { name: 'Drivers' })
  await dialog.getByRole('button', { name: `Phones of ${driver}` }).click()
  const phones = dialog.getByRole('region', { name: `Phones of ${driver}` })
  await phones.getByRole('button', { name: 'Show login code' }).click()
  return (await phones.getByRole('link').getAttribute('href')) ?? ''
}

/** A phone with its own cookies and storage. `problems` are console errors and policy violations. */
async function openPhone(browser: Browser, baseURL: string | undefined) {
  const context = await browser.newContext({
    ...(baseURL && { baseURL }),
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    permissions: ['geolocation'],
    geolocation: { latitude: 41.93, longitude: -74 },
  })
  const problems: string[] = []
  const requests: { method: string; path: string; status: number }[] = []
  context.on('weberror', (error) => problems.push(error.error().message))
  context.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text())
  })
  context.on('response', (response) => {
    const { pathname: path } = new URL(response.url())
    if (!path.startsWith('/api/')) return
    requests.push({ method: response.request().method(), path, status: response.status() })
  })
  return { context, problems, requests }
}

async function logIn(phone: Page, link: string): Promise<void> {
  await phone.goto(link)
  await expect(phone.getByLabel('Share my location at stops')).toBeChecked()
  await button(phone, 'Log in').click()
  await expect(phone.getByRole('region', { name: 'Next stop' })).toContainText('Ana')
  await expect(phone).toHaveURL('/driver')
  await phone.waitForFunction(() => navigator.serviceWorker.controller !== null)
}

/** The server stores what the next request tells, and its response is lost on the way. */
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

  // What the office and the customer see.
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
  // Two were left, each booked once. The empty was there before anybody counted.
  expect(bottles.balance).toBe(2)
  const movements = bottles.movements as { cause: string; quantity: number; from: string }[]
  expect(
    movements.map(({ cause, from, quantity }) => `${cause} ${from} ${quantity}`).sort(),
  ).toEqual(['delivered customer 1', 'delivered truck 2', 'opening supplier 1'])
  await customer.context().close()
  const events = 'select 1 from driver_events where stop_id = any($1) and fix is not null'
  expect(await queryE2eDatabase(baseURL, events, [stopIds])).toBe(2)

  // The phone loads the route once more, and what its driver entered is no change by the office.
  await app.goto('/driver')
  await expect(async () => {
    const reply = app.waitForResponse(`**${apiPaths.driverRoute}`)
    await app.reload()
    expect((await reply).status()).toBe(304)
  }).toPass()
  await expect(app.getByRole('region', { name: 'Done' })).toContainText('Not delivered')
  await expect(app.getByText('The office changed your route')).toHaveCount(0)

  await app.getByRole('link', { name: 'Count the truck and close' }).click()
  await button(app, 'Save').click()
  await expect(app.getByText('5 of 5 sent')).toBeVisible()
  await button(app, 'Close route').click()
  await expect(app.getByText('All sent')).toBeVisible()
  await expect(board.getByText('Closed', { exact: true })).toBeVisible()
  await button(app, `Log out ${driver}`).click()
  await button(app, 'Log out now').click()
  await expect(app.getByRole('heading', { name: "You're not logged in" })).toBeVisible()
  expect((await app.request.get(apiPaths.driverRoute)).status()).toBe(401)
  expect(problems.filter((line) => !line.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([])
  await context.close()
})

test('rule 55: a correction, an undo, a change by the office and a second phone fit together', async ({
  page,
  browser,
  baseURL,
}) => {
  const route = await publishRoute(page, baseURL, freshEmail('door'))
  const ownDoor = "update orders set delivery_address = '14 Hill Road' where id = $1"
  await queryE2eDatabase(baseURL, ownDoor, [route.orderIds[1]])
  const { context, problems, requests } = await openPhone(browser, baseURL)
  const phone = await context.newPage()
  await logIn(phone, await showLoginLink(page, route.driver))
  /** The status of Ana's stop, as the office has it. */
  const stopOfAna = async () => {
    const { routes } = await readBoard(page, route.date)
    const stops = routes.flatMap(({ trips }) => trips.flatMap((trip) => trip.stops))
    return stops.find(({ id }) => id === route.stopIds[0])?.status
  }

  await phone.getByRole('link', { name: 'Open stop' }).click()
  await button(phone, 'Delivered').click()
  await button(phone, 'Save').click()
  await expect.poll(stopOfAna).toBe('completed')
  const done = phone.getByRole('region', { name: 'Done' })
  await done.getByRole('link', { name: /Ana/ }).click()
  await phone.getByRole('link', { name: 'Correct the counts' }).click()
  await phone
    .getByRole('button', { name: /^One less, Full left/ })
    .first()
    .click()
  await button(phone, 'Save').click()
  await done.getByRole('link', { name: /Ana/ }).click()
  await expect(phone.getByText('1 left')).toBeVisible()
  await button(phone, 'Undo').click()
  await expect(phone.getByText('2 left')).toBeVisible()
  await button(phone, 'Undo').click()
  await expect(button(phone, 'Delivered')).toBeVisible()
  await expect.poll(stopOfAna).toBe('pending')

  const { date, truck, orderIds } = route
  await addStopBy(page, { orderId: orderIds[2], truckId: truck.id, date })
  await phone.goto('/driver')
  await expect(phone.getByText('New stop: Cy')).toBeVisible()
  await button(phone, "OK, I've seen it").click()
  await expect(phone.getByText('New stop: Cy')).toHaveCount(0)
  await phone.getByRole('link', { name: 'Add a stop' }).click()
  await phone.getByLabel('Name or address').fill('Dock 4')
  await button(phone, 'Save').click()
  await expect(phone.getByText('All sent')).toBeVisible()

  const second = await openPhone(browser, baseURL)
  const other = await second.context.newPage()
  await logIn(other, await showLoginLink(page, route.driver))
  const takenOver = 'Another phone has loaded this route'
  await phone.reload()
  await expect(phone.getByText(takenOver)).toBeVisible()
  await button(phone, 'Use this phone').click()
  await expect(phone.getByText(takenOver)).toHaveCount(0)
  await other.reload()
  await expect(other.getByText(takenOver)).toBeVisible()

  expect([...problems, ...second.problems]).toEqual([])
  expect([...requests, ...second.requests].filter(({ status }) => status >= 400)).toEqual([])
  await context.close()
  await second.context.close()
})
