import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import { expect, expectNoOverflowAtAnyWidth, test } from '#tests/support/e2e/base-test.ts'
import {
  addStopBy,
  dragTo,
  lane,
  moveStopBy,
  openRouteDay,
  poolItem,
  serverRoute,
  stopButton,
  visibleStops,
} from '#tests/support/e2e/route-board.ts'
import {
  expectAccessibleInBothThemes,
  expectToast,
  signInAsStaff,
  signInWithRole,
} from '#tests/support/e2e/staff.ts'

test('deliveries are dragged onto trucks, reordered and moved to another truck', {
  tag: '@core',
}, async ({ page, baseURL }) => {
  await signInAsStaff(page)
  const { date, blue, red, url } = await openRouteDay(page, baseURL, ['Ana', 'Bo', 'Cy'])
  await page.goto(url)
  const [blueLane, redLane] = [lane(page, blue.name), lane(page, red.name)]
  await expect(page.getByText('0 stops · 0 bottles')).toBeVisible()

  for (const name of ['Ana', 'Bo', 'Cy']) {
    await dragTo(page, poolItem(page, name), blueLane.getByRole('heading', { level: 2 }))
    await expect(stopButton(blueLane, name)).toBeVisible()
  }
  await expect(blueLane.getByText('6 / 24')).toBeVisible()
  await expect(page.getByText('Every delivery is on a route.')).toBeVisible()
  await expect.poll(() => serverRoute(page, date, blue.id)).toBe('Ana Bo Cy')

  await dragTo(page, stopButton(blueLane, 'Cy'), stopButton(blueLane, 'Ana'), 0.1)
  await expect.poll(() => visibleStops(blueLane)).toEqual(['Cy', 'Ana', 'Bo'])
  await expect.poll(() => serverRoute(page, date, blue.id)).toBe('Cy Ana Bo')

  await dragTo(page, stopButton(blueLane, 'Ana'), redLane.getByRole('heading', { level: 2 }))
  await expect(stopButton(redLane, 'Ana')).toBeVisible()
  await expect.poll(() => serverRoute(page, date, red.id)).toBe('Ana')
  expect(await serverRoute(page, date, blue.id)).toBe('Cy Bo')
  await expectAccessibleInBothThemes(page)
  await expectNoOverflowAtAnyWidth(page)
})

test('a dispatcher plans by keyboard alone: adds, moves, pins and takes off', async ({
  page,
  baseURL,
}) => {
  await signInAsStaff(page)
  const { date, blue, red, url } = await openRouteDay(page, baseURL, ['Ana', 'Bo'])
  await page.goto(url)
  const [blueLane, redLane] = [lane(page, blue.name), lane(page, red.name)]
  const dialog = page.getByRole('dialog')

  for (const name of ['Ana', 'Bo']) {
    await poolItem(page, name).focus()
    await page.keyboard.press('Enter')
    await expect(dialog).toContainText('Not on a route yet.')
    await chooseByKeyboard('Truck', blue.name)
    await closeWith('Add to route')
    await expect(stopButton(blueLane, name)).toBeVisible()
  }
  await expect.poll(() => serverRoute(page, date, blue.id)).toBe('Ana Bo')

  await stopButton(blueLane, 'Bo').focus()
  await page.keyboard.press('Alt+ArrowUp')
  await expect.poll(() => visibleStops(blueLane)).toEqual(['Bo', 'Ana'])
  await expect(page.getByText(`Moved to ${blue.name}, trip 1, position 1`)).toBeAttached()
  await expect.poll(() => serverRoute(page, date, blue.id)).toBe('Bo Ana')
  await expect(stopButton(blueLane, 'Bo')).toBeFocused()

  await page.keyboard.press('Enter')
  await chooseByKeyboard('Trip', 'New trip')
  await chooseByKeyboard('Pin', 'Time')
  await expectAccessibleInBothThemes(page)
  await closeWith('Save stop')
  await expect.poll(() => serverRoute(page, date, blue.id)).toBe('Ana | Bo')
  await expect(blueLane.getByRole('heading', { name: 'Trip 2' })).toBeVisible()
  await expect(stopButton(blueLane, 'Bo')).toHaveAccessibleName(/Pinned: time/)

  await stopButton(blueLane, 'Bo').press('Enter')
  await chooseByKeyboard('Truck', red.name)
  await closeWith('Save stop')
  await expect(stopButton(redLane, 'Bo')).toBeVisible()
  await expect.poll(() => serverRoute(page, date, red.id)).toBe('Bo')

  await stopButton(redLane, 'Bo').press('Enter')
  await closeWith('Take off route')
  await expect(poolItem(page, 'Bo')).toBeVisible()
  await expect.poll(() => serverRoute(page, date, red.id)).toBe('')

  async function chooseByKeyboard(label: string, option: string) {
    await dialog.getByLabel(label, { exact: true }).press('Enter')
    await page.getByRole('option', { name: option }).press('Enter')
  }

  async function closeWith(button: string) {
    await dialog.getByRole('button', { name: button }).press('Enter')
    await expect(dialog).toHaveCount(0)
  }
})

test('X8: moving a stop that someone else has moved shows an error, and its dialog keeps the wanted place', async ({
  page,
  baseURL,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/net::ERR_FAILED/)
  await signInAsStaff(page)
  const { date, orderIds, blue, red, url } = await openRouteDay(page, baseURL, ['Ana', 'Bo'])
  const truckId = blue.id
  const ana = await addStopBy(page, { orderId: orderIds[0], truckId, date })
  await addStopBy(page, { orderId: orderIds[1], truckId, date })
  await page.route('**/api/admin/routes/events**', (route) => route.abort())
  await page.goto(url)
  const [blueLane, redLane] = [lane(page, blue.name), lane(page, red.name)]
  await expect(stopButton(blueLane, 'Ana')).toBeVisible()
  expect((await moveStopBy(page, ana.id, { position: 2, version: ana.version })).ok()).toBe(true)

  await dragTo(page, stopButton(blueLane, 'Ana'), redLane.getByRole('heading', { level: 2 }))

  const dialog = page.getByRole('dialog', { name: 'Ana' })
  await expect(dialog.getByRole('alert')).toContainText('Someone else changed this stop')
  await expect(dialog.getByRole('alert')).toContainText(`It's now on ${blue.name}, position 2.`)
  await expect(dialog.getByLabel('Truck', { exact: true })).toHaveText(red.name)
  expect(await serverRoute(page, date, blue.id)).toBe('Bo Ana')
  await dialog.getByRole('button', { name: 'Save stop' }).click()
  await expect.poll(() => serverRoute(page, date, red.id)).toBe('Ana')
  await expect.poll(() => visibleStops(blueLane)).toEqual(['Bo'])
})

test('a stop that someone else took off the board says so when it is moved', async ({
  page,
  baseURL,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/net::ERR_FAILED/, /404/)
  await signInAsStaff(page)
  const { date, orderIds, blue, url } = await openRouteDay(page, baseURL, ['Ana', 'Bo'])
  const [ana] = [
    await addStopBy(page, { orderId: orderIds[0], truckId: blue.id, date }),
    await addStopBy(page, { orderId: orderIds[1], truckId: blue.id, date }),
  ]
  await page.route('**/api/admin/routes/events**', (route) => route.abort())
  await page.goto(url)
  const blueLane = lane(page, blue.name)
  await expect(stopButton(blueLane, 'Ana')).toBeVisible()
  const path = fillPath(apiPaths.adminStop, { id: ana.id })
  expect((await page.request.delete(`${path}?version=${ana.version}`)).ok()).toBe(true)

  await stopButton(blueLane, 'Ana').press('Alt+ArrowDown')

  await expectToast(page, 'Someone else took this stop off the board.')
  await expect.poll(() => visibleStops(blueLane)).toEqual(['Bo'])
  await expect(poolItem(page, 'Ana')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('rule 35: a viewer reads the board and changes nothing', async ({ page, baseURL }) => {
  await signInAsStaff(page)
  const { date, orderIds, blue, url } = await openRouteDay(page, baseURL, ['Ana', 'Bo'])
  await addStopBy(page, { orderId: orderIds[0], truckId: blue.id, date })
  await signInWithRole(page, baseURL, 'viewer')
  await page.goto(url)
  const blueLane = lane(page, blue.name)
  await dragTo(page, poolItem(page, 'Bo'), blueLane.getByRole('heading', { level: 2 }))

  await stopButton(blueLane, 'Ana').click()
  const dialog = page.getByRole('dialog', { name: 'Ana' })
  await expect(dialog).toContainText('12 Main Street')
  await expect(dialog.getByRole('button')).toHaveCount(1)
  await expect(dialog.getByRole('combobox')).toHaveCount(0)
  expect(await serverRoute(page, date, blue.id)).toBe('Ana')
})

test('the date is in the URL; a day without deliveries says so', async ({ page }) => {
  await signInAsStaff(page)
  await page.goto('/admin/routes?date=2030-05-06')
  await expect(page.getByRole('heading', { name: 'No deliveries' })).toBeVisible()
  await expect(page.getByText('Monday, May 6, 2030', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Next day' }).click()
  await expect(page).toHaveURL('/admin/routes?date=2030-05-07')
  await expect(page.getByLabel('Date')).toHaveValue('2030-05-07')
  await page.goBack()
  await expect(page.getByLabel('Date')).toHaveValue('2030-05-06')
  await page.getByRole('button', { name: 'Today' }).click()
  await expect(page.getByRole('button', { name: 'Today' })).toHaveCount(0)
})

test('the pool is searched, and a failed request is shown with a way on', async ({
  page,
  baseURL,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/net::ERR_FAILED/)
  await signInAsStaff(page)
  const { url } = await openRouteDay(page, baseURL, ['Ana', 'Bo'])
  // Connecting to the events would read the board again.
  await page.route('**/api/admin/routes/events*', (route) => route.abort())
  await page.route('**/api/admin/routes?date=*', (route) => route.abort(), { times: 1 })
  await page.goto(url)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByLabel('Search unplanned deliveries').fill('bo main')
  await expect(poolItem(page, 'Ana')).toHaveCount(0)
  await expect(poolItem(page, 'Bo')).toBeVisible()
  await page.getByLabel('Search unplanned deliveries').fill('nobody')
  await expect(page.getByText('No deliveries match.')).toBeVisible()
})
