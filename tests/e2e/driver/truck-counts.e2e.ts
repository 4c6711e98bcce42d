import type { Page } from '@playwright/test'
import type { DriverRoute } from '#contract/driver/route.ts'
import { testId, testRoute } from '#tests/support/driver/route-data.ts'
import { expect, expectAccessible, test } from '#tests/support/e2e/base-test.ts'
import { logInDriver, openDriverPhone } from '#tests/support/e2e/driver-phone.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
type Trip = DriverRoute['trips'][number]
const withTrip = (changes: Partial<Trip>): DriverRoute => {
  const loaded = testRoute({ version: 2 })
  return { ...loaded, trips: loaded.trips.map((trip) => ({ ...trip, ...changes })) }
}

test('an ordered product that the shop no longer lists is counted on load and return', {
  tag: '@core',
}, async ({ page, context }) => {
  const phone = await openDriverPhone(context)
  await logInDriver(page)
  const lines = [{ productId: testId(9), name: 'Old 5 Gallon', quantity: 4 }]
  phone.route = { ...withTrip({ lines }), truckName: 'Truck 2' }
  await page.reload()
  // Until the new route is here, the phone shows the one that it has stored.
  await expect(page.getByRole('heading', { name: /^Truck 2/ })).toBeVisible()
  await page.getByRole('link', { name: 'Check the load of trip 1' }).click()
  await button(page, 'One less, On the truck: Old 5 Gallon').click()
  await expectAccessible(page)
  await button(page, 'Save').click()
  await button(page, 'Leave the depot').click()
  await page.getByRole('link', { name: 'Count the truck and close' }).click()
  await button(page, 'One more, Empties: Old 5 Gallon').click()
  await expectAccessible(page)
  await button(page, 'Save').click()
  await expect(page.getByText('3 of 3 sent')).toBeVisible()

  const [loaded, , returned] = phone.events()
  const count = { productId: testId(9), full: 0, empties: 0, damaged: 0 }
  expect(loaded).toMatchObject({ type: 'loaded', payload: { lines: [{ ...count, full: 3 }] } })
  expect(returned).toMatchObject({
    type: 'returned',
    payload: { lines: [{ ...count, empties: 1 }] },
  })
})

test('rule 55: trips counted by another phone need no second count', async ({ page, context }) => {
  const phone = await openDriverPhone(context)
  await logInDriver(page)
  phone.route = withTrip({ loadedEventId: testId(5), returnedEventId: testId(6) })
  await page.reload()
  await page.getByRole('link', { name: 'Leave the depot' }).click()
  await expect(page.getByText('The load is checked')).toBeVisible()
  // Only the phone that sent a count can enter it again.
  await expect(button(page, 'Count again')).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Back' }).click()
  await page.getByRole('link', { name: 'Close the route' }).click()
  await expect(button(page, 'Close route')).toBeEnabled()
  expect(phone.events()).toEqual([])
})
