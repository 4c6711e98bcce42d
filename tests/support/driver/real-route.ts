import type { Browser, Page } from '@playwright/test'
import { dateIn } from '#contract/dates/calendar.ts'
import { apiPaths } from '#contract/paths.ts'
import { expect } from '#tests/support/e2e/base-test.ts'
import { queryE2eDatabase } from '#tests/support/e2e/database.ts'
import { addStopBy, lane, openRouteDay } from '#tests/support/e2e/route-board.ts'
import { choose, expectToast, signInAsStaff, uniqueWord } from '#tests/support/e2e/staff.ts'

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Publishes today's route of Ana and Bo to a new driver in the staff portal. Cy is not on it. */
export async function publishRoute(page: Page, baseURL: string | undefined, email: string) {
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

/** The link of the code that dispatch shows. */
export async function showLoginLink(page: Page, driver: string): Promise<string> {
  await page.goto('/admin/trucks')
  await page.getByRole('button', { name: 'Drivers' }).click()
  const dialog = page.getByRole('dialog', { name: 'Drivers' })
  await dialog.getByRole('button', { name: `Phones of ${driver}` }).click()
  const phones = dialog.getByRole('region', { name: `Phones of ${driver}` })
  await phones.getByRole('button', { name: 'Show login code' }).click()
  return (await phones.getByRole('link').getAttribute('href')) ?? ''
}

/** A phone with its own cookies and storage. `problems` are console errors and policy violations. */
export async function openPhone(browser: Browser, baseURL: string | undefined) {
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

export async function logIn(phone: Page, link: string): Promise<void> {
  await phone.goto(link)
  await expect(phone.getByLabel('Share my location at stops')).toBeChecked()
  await button(phone, 'Log in').click()
  await expect(phone.getByRole('region', { name: 'Next stop' })).toContainText('Ana')
  await expect(phone).toHaveURL('/driver')
  await phone.waitForFunction(() => navigator.serviceWorker.controller !== null)
}
