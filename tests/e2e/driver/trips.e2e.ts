import type { Page } from '@playwright/test'
import { testRoute, testStop } from '#tests/support/driver/route-data.ts'
import { expect, expectAccessible, test } from '#tests/support/e2e/base-test.ts'
import { logInDriver, openDriverPhone } from '#tests/support/e2e/driver-phone.ts'

test.use({ viewport: { width: 375, height: 812 }, hasTouch: true })

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Each list with its stops: 'Trip 2: 3, 4'. */
async function readLists(page: Page, region: 'Then' | 'Done') {
  const lists = page.getByRole('region', { name: region }).getByRole('list')
  return lists.evaluateAll((elements) =>
    elements.map((list) => {
      const names = [...list.querySelectorAll('.font-bold')].map(({ textContent }) => textContent)
      const stops = names.filter((name) => name?.startsWith('Customer') || name === 'Dock 4')
      return `${list.ariaLabel}: ${stops.map((name) => name?.replace('Customer ', '')).join(', ')}`
    }),
  )
}

test('stops are listed below their trip', { tag: '@core' }, async ({ page, context }) => {
  const phone = await openDriverPhone(context)
  await logInDriver(page)
  await expect(page.getByRole('heading', { name: /^Trip/ })).toHaveCount(0)
  const stops = [1, 2, 3, 4, 5].map((number) => testStop(number, { trip: number < 4 ? 1 : 2 }))
  const [first] = testRoute().trips
  if (!first) throw new Error('no trip')
  const trips = [first, { ...first, trip: 2 }].map((trip) => ({ ...trip, hasDeparted: true }))
  phone.route = testRoute({ version: 2, trips, stops })
  await page.reload()
  await button(page, "OK, I've seen it").click()
  const then = page.getByRole('region', { name: 'Then' })
  await expect(then.getByRole('heading', { level: 3 })).toHaveText(['Trip 1', 'Trip 2'])
  expect(await readLists(page, 'Then')).toEqual(['Trip 1: 2, 3', 'Trip 2: 4, 5'])
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Open stop' }).click()
  await button(page, 'Skip for now').click()
  await expect(then.getByRole('heading', { level: 3 })).toHaveText([
    'Trip 1',
    'Trip 2',
    'Skipped for now',
  ])
  expect(await readLists(page, 'Then')).toEqual(['Trip 1: 3', 'Trip 2: 4, 5', 'Skipped for now: 1'])

  await page.getByRole('link', { name: /Customer 5/ }).click()
  await button(page, 'Delivered').click()
  await button(page, 'Save').click()
  await page.getByRole('link', { name: 'Add a stop' }).click()
  await page.getByLabel('Name or address').fill('Dock 4')
  await button(page, 'Save').click()
  await expect(page.getByText('Dock 4')).toBeVisible()
  expect(await readLists(page, 'Done')).toEqual(['Trip 1: Dock 4', 'Trip 2: 5'])
})
