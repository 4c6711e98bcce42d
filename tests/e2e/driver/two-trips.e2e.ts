import type { Page } from '@playwright/test'
import { testId } from '#tests/support/driver/route-data.ts'
import { expect, expectAccessible, test } from '#tests/support/e2e/base-test.ts'
import { logInDriver, openDriverPhone } from '#tests/support/e2e/driver-phone.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

test.beforeEach(({ expectedConsoleErrors }) => {
  expectedConsoleErrors.push(/ERR_INTERNET_DISCONNECTED/)
})

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true })

async function driveTrip(page: Page, trip: number) {
  await link(page, `Check the load of trip ${trip}`).click()
  await button(page, 'Save').click()
  await button(page, 'Leave the depot').click()
  await link(page, 'Open stop').click()
  await button(page, 'Delivered').click()
  await button(page, 'One more, Empties taken: 5 Gallon').click()
  await button(page, 'Save').click()
  await expect(link(page, 'Add a stop')).toBeVisible()
}

test('rule 61: the truck is counted after each trip, without a network', { tag: '@core' }, async ({
  page,
  context,
}) => {
  const phone = await openDriverPhone(context)
  await logInDriver(page, 'two-trips')
  await phone.setOffline(true)
  await driveTrip(page, 1)

  await expect(link(page, 'Check the load of trip 2')).toHaveCount(0)
  await link(page, 'Count the truck after trip 1').focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Unload it afterward, then load trip 2.')).toBeVisible()
  // The stops of the next trip are open because it has not left.
  await expect(page.getByText('still open')).toHaveCount(0)
  await button(page, 'One more, Empties: 5 Gallon').click()
  await expectAccessible(page)
  await button(page, 'Save').click()
  await expect(link(page, 'Check the load of trip 2')).toBeVisible()
  await expectAccessible(page)

  // Until the next trip is loaded, the count can be entered again.
  await link(page, 'Close the route').click()
  await button(page, 'Count again').click()
  await expect(page.getByRole('heading', { name: 'Count the truck' })).toBeVisible()
  await button(page, 'One more, Empties: 5 Gallon').click()
  await button(page, 'One more, Empties: 5 Gallon').click()
  await button(page, 'Save').click()
  await expect(link(page, 'Check the load of trip 2')).toBeVisible()

  // The phone closes the app between the trips.
  await page.close()
  const app = await context.newPage()
  await app.goto('/driver')
  await driveTrip(app, 2)
  await link(app, 'Count the truck and close').click()
  await button(app, 'One more, Full: 5 Gallon').click()
  await button(app, 'Save').click()
  await expect(app.getByText('0 of 10 sent')).toBeVisible()
  await expect(app.getByText('Not counted')).toHaveCount(0)
  await phone.setOffline(false)
  await expect(app.getByText('10 of 10 sent')).toBeVisible()
  await button(app, 'Close route').click()
  await expect(app.getByText('Route closed')).toBeVisible()
  await expect(app.getByText('All sent')).toBeVisible()

  expect(phone.events().map(({ type, trip }) => `${type} ${trip}`)).toEqual([
    ...['loaded 1', 'departed 1', 'delivered 1', 'returned 1', 'superseded 1', 'returned 1'],
    ...['loaded 2', 'departed 2', 'delivered 2', 'returned 2', 'closed 2'],
  ])
  const counts = phone.events().flatMap(({ type, payload }) => (type === 'returned' ? payload : []))
  const count = { productId: testId(1), full: 0, empties: 0, damaged: 0 }
  expect(counts).toEqual([
    { lines: [{ ...count, empties: 1 }] },
    { lines: [{ ...count, empties: 2 }] },
    { lines: [{ ...count, full: 1 }] },
  ])
})

test('a trip that another app did not count is named, and the route can be closed', async ({
  page,
  context,
}) => {
  const phone = await openDriverPhone(context)
  await logInDriver(page, 'two-trips')
  const { route } = phone
  const driven = { hasDeparted: true, loadedEventId: testId(5) }
  const counts = [driven, { ...driven, returnedEventId: testId(6) }]
  if (route)
    phone.route = {
      ...route,
      version: 2,
      trips: route.trips.map((trip, index) => ({ ...trip, ...counts[index] })),
    }
  await page.reload()
  await link(page, 'Close the route').click()
  await expect(page.getByText('Not counted: trip 1')).toBeVisible()
  await expectAccessible(page)
  await expect(button(page, 'Close route')).toBeEnabled()
})
