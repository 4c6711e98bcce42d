import type { Page } from '@playwright/test'
import type { BottleOverview } from '#contract/bottles/staff-bottles.ts'
import { addDays } from '#contract/dates/calendar.ts'
import type { Receipt } from '#contract/driver/receipts.ts'
import type { DriverRoute, DriverStop } from '#contract/driver/route.ts'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import { readBoard } from '#tests/support/e2e/route-board.ts'
import { signIn } from '#tests/support/e2e/sign-in.ts'
import { signInAsStaff } from '#tests/support/e2e/staff.ts'
import { findEmail } from '#tests/support/e2e/subscriber.ts'
import { expect, type TimeControl, testDemo as test } from '#tests/support/e2e/with-clock.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const countBottles = ({ lines }: DriverStop) =>
  lines.reduce((sum, { quantity }) => sum + quantity, 0)

/** The demo publishes one route of the next days. */
async function findPublished(staff: Page, time: TimeControl) {
  for (let day = 1; day < 8; day += 1) {
    const date = addDays(time.today(), day)
    const { routes } = await readBoard(staff, date)
    const route = routes.find(({ status }) => status === 'published')
    if (route) return { date, ...route }
  }
  throw new Error('the demo has no published route')
}

async function logIn(phone: Page, link: string): Promise<DriverRoute> {
  await phone.goto(link)
  const loaded = phone.waitForResponse(`**${apiPaths.driverRoute}`)
  await button(phone, 'Log in').click()
  const route: DriverRoute = await (await loaded).json()
  await expect(phone.getByRole('region', { name: 'Next stop' })).toBeVisible()
  await phone.waitForFunction(() => navigator.serviceWorker.controller !== null)
  return route
}

/** Demo orders are random: the largest paid one is short of a bottle, and no one is home at another. */
function chooseStops(stops: readonly DriverStop[]) {
  const paid = stops.filter(({ isOnHold, amountDue }) => !isOnHold && !amountDue)
  const [short, absent] = paid.toSorted((a, b) => countBottles(b) - countBottles(a))
  const [kept] = short?.lines ?? []
  if (!short || !absent || !kept) throw new Error('the demo route is too short')
  return { stops, short, absent, kept }
}

type StopSelection = ReturnType<typeof chooseStops>

async function leaveDepot(phone: Page, trip: number): Promise<void> {
  await phone.getByRole('link', { name: `Check the load of trip ${trip}` }).click()
  await button(phone, 'Save').click()
  await button(phone, 'Count again').click()
  await button(phone, 'Save').click()
  await button(phone, 'Leave the depot').click()
}

/** One bottle less and an empty at the first, a photo of the door at the second, all others as ordered. */
async function drive(phone: Page, { stops, short, absent, kept }: StopSelection): Promise<void> {
  for (const [index, stop] of stops.entries()) {
    const before = stops[index - 1]
    if (stop.trip !== before?.trip) await leaveDepot(phone, stop.trip)
    // The next delivery of a door opens by itself.
    if (stop.trip !== before?.trip || stop.door !== before?.door)
      await phone.getByRole('link', { name: 'Open stop' }).click()
    if (stop === absent) {
      await button(phone, 'Not delivered').click()
      await phone.getByLabel('Nobody home').check()
      await phone.getByLabel('Photo of the door').setInputFiles('web/public/icon-512.png')
      await expect(phone.getByAltText('What you took')).toBeVisible()
    } else {
      await button(phone, 'Delivered').click()
    }
    if (stop === short) {
      await button(phone, `One less, Full left: ${kept.name}`).click()
      await button(phone, `One more, Empties taken: ${kept.name}`).click()
    }
    await button(phone, 'Save').click()
  }
}

/** Counts what came back, after a count that the driver takes back. */
async function countTruck(phone: Page, { stops, absent, kept }: StopSelection): Promise<void> {
  const back = new Map([[kept.name, 1]])
  const notLeft = stops.filter((stop) => stop === absent || stop.isOnHold)
  for (const { name, quantity } of notLeft.flatMap(({ lines }) => lines))
    back.set(name, (back.get(name) ?? 0) + quantity)
  await phone.getByRole('link', { name: 'Count the truck and close' }).click()
  await button(phone, 'Save').click()
  await button(phone, 'Count again').click()
  for (const [name, quantity] of back)
    await phone.getByLabel(`Full: ${name}`, { exact: true }).fill(String(quantity))
  await phone.getByLabel(`Empties: ${kept.name}`, { exact: true }).fill('1')
  await button(phone, 'Save').click()
}

test('rules 54 to 62: a demo route is driven offline, and stops, bottles, money and emails agree', async ({
  page: staff,
  browser,
  time,
}) => {
  await signInAsStaff(staff)
  const { id: routeId, date, driverId } = await findPublished(staff, time)
  await time.advanceToMorning(date)
  await signInAsStaff(staff)
  const link = await staff.request.post(fillPath(apiPaths.adminSignInLink, { id: driverId ?? '' }))
  const context = await browser.newContext({
    baseURL: time.url,
    viewport: { width: 375, height: 812 },
    hasTouch: true,
  })
  const phone = await context.newPage()
  const { stops } = await logIn(phone, (await link.json()).url)
  const chosen = chooseStops(stops)
  const { short, absent, kept } = chosen

  await context.setOffline(true)
  await drive(phone, chosen)
  await countTruck(phone, chosen)
  // Both counts are entered, undone and entered again; each trip departs.
  const trips = new Set(stops.map(({ trip }) => trip))
  const total = stops.length + 4 * trips.size + 3
  await expect(phone.getByText(`0 of ${total} sent`)).toBeVisible()
  await expect(button(phone, 'Close route')).toBeDisabled()
  await phone.close()

  // Killed and opened again, still without a network; then it comes back.
  const app = await context.newPage()
  await app.goto('/driver')
  await expect(app.getByText(`${total} waiting to send`)).toBeVisible()
  await context.setOffline(false)
  await app.getByRole('link', { name: 'Close the route' }).click()
  await expect(app.getByText(`${total} of ${total} sent`)).toBeVisible()
  await button(app, 'Close route').click()
  await expect(app.getByText('Route closed')).toBeVisible()
  await expect(app.getByText('All sent')).toBeVisible()

  // Stops and truck.
  const board = async () => {
    const { routes } = await readBoard(staff, date)
    const route = routes.find(({ id }) => id === routeId)
    return [
      route?.status,
      ...(route?.trips ?? []).flatMap((trip) => trip.stops.map(({ status }) => status)),
    ]
  }
  const states = stops.map((stop) => (stop === absent ? 'cancelled' : 'completed'))
  await expect.poll(board).toEqual(['closed', ...states])
  const overview: BottleOverview = await (await staff.request.get(apiPaths.adminBottles)).json()
  expect(overview.differences.filter((route) => route.routeId === routeId)).toEqual([])

  await staff.goto(`/admin/orders?order=${absent.orderId}`)
  const visit = staff.getByRole('article', { name: /^Visit of/ })
  await expect(visit).toContainText('Nobody home')
  const photo = visit.getByRole('img', { name: 'Taken by the driver at the door' })
  await expect(photo).toHaveJSProperty('complete', true)

  // Money and emails, once the receipts are due.
  await time.advanceTo(new Date(time.now().getTime() + 6 * 60_000))
  const readEmail = async ({ orderId }: DriverStop): Promise<string> => {
    const path = fillPath(apiPaths.adminOrder, { id: orderId })
    return (await (await staff.request.get(path)).json()).order.customerEmail
  }
  const failed = await findEmail(staff, await readEmail(absent), /We couldn’t deliver on/)
  expect(failed).toContain('nobody was home')
  const email = await readEmail(short)
  const customer = await browser.newPage({ baseURL: time.url })
  await signIn(customer, email)
  const read = async (path: string) =>
    (await customer.request.get(fillPath(path, { id: short.orderId }))).json()
  const receipts: Receipt[] = await read(apiPaths.customerOrderReceipts)
  const left = receipts.flatMap(({ lines }) => lines).reduce((sum, line) => sum + line.full, 0)
  expect(left).toBe(countBottles(short) - 1)
  const bottles = await (await customer.request.get(apiPaths.bottles)).json()
  expect(receipts[0]?.balance).toBe(bottles.balance)
  expect(await findEmail(staff, email, /was delivered/)).toContain('1 empty taken')
  await expect
    .poll(async () => (await read(apiPaths.customerOrderUndeliveredRefund)).givenBack?.items)
    .toEqual([{ label: kept.name, quantity: 1 }])
  await findEmail(staff, email, /We refunded/)
})
