import type { Page } from '@playwright/test'
import { apiPaths } from '#contract/paths.ts'
import { expect, test } from '#tests/support/e2e/base-test.ts'
import {
  addStopBy,
  dragTo,
  lane,
  measureBox,
  openRouteDay,
  poolItem,
  serverRoute,
  stopButton,
  visibleStops,
} from '#tests/support/e2e/route-board.ts'
import { signInAsStaff } from '#tests/support/e2e/staff.ts'

/** Ana is on the blue truck, and Bo is dragged onto it, but the server has no answer yet. */
async function addBo(page: Page, baseURL: string | undefined) {
  await signInAsStaff(page)
  const { date, orderIds, blue, red, url } = await openRouteDay(page, baseURL, ['Ana', 'Bo'])
  await addStopBy(page, { orderId: orderIds[0], truckId: blue.id, date })
  await page.goto(url)
  const blueLane = lane(page, blue.name)
  let answer = () => {}
  const mayAnswer = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(`**${apiPaths.adminStops}`, (route) => mayAnswer.then(() => route.continue()))
  await dragTo(page, poolItem(page, 'Bo'), blueLane.getByRole('heading', { level: 2 }))
  await expect.poll(() => visibleStops(blueLane)).toEqual(['Ana', 'Bo'])
  const onBlue = () => serverRoute(page, date, blue.id)
  const onRed = () => serverRoute(page, date, red.id)
  const addBoToRed = () => addStopBy(page, { orderId: orderIds[1], truckId: red.id, date })
  return { blueLane, bo: stopButton(blueLane, 'Bo'), answer, onBlue, onRed, addBoToRed }
}

test('a stop can be moved by keyboard while it is being added, and keeps the focus', async ({
  page,
  baseURL,
}) => {
  const { blueLane, bo, answer, onBlue } = await addBo(page, baseURL)

  await bo.press('Alt+ArrowUp')
  await expect.poll(() => visibleStops(blueLane)).toEqual(['Bo', 'Ana'])
  expect(await onBlue()).toBe('Ana')
  answer()

  await expect.poll(onBlue).toBe('Bo Ana')
  await expect(bo).toBeFocused()
  await bo.press('Alt+ArrowDown')
  await expect.poll(onBlue).toBe('Ana Bo')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a stop that is dragged while the server saves it is dropped where it was dragged', async ({
  page,
  baseURL,
}) => {
  const { blueLane, bo, answer, onBlue } = await addBo(page, baseURL)
  const start = await measureBox(bo)
  const [x, y] = [start.x + start.width / 2, start.y + start.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + 12, y + 4, { steps: 4 })
  const isRead = page.waitForResponse((response) => response.url().includes('/routes?date='))
  answer()
  await expect.poll(onBlue).toBe('Ana Bo')
  await isRead

  const ana = await measureBox(stopButton(blueLane, 'Ana'))
  await page.mouse.move(ana.x + ana.width * 0.1, ana.y + ana.height / 2, { steps: 8 })
  await page.mouse.up()

  await expect.poll(onBlue).toBe('Bo Ana')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test("a stop that can't be added, because someone else did, stays where they put it", async ({
  page,
  baseURL,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/net::ERR_FAILED/, /409/)
  // The board would show the other stop at once.
  await page.route('**/api/admin/routes/events**', (route) => route.abort())
  const { blueLane, bo, answer, onBlue, onRed, addBoToRed } = await addBo(page, baseURL)
  const changes: string[] = []
  page.on('request', (request) => {
    if (['PATCH', 'DELETE'].includes(request.method())) changes.push(request.url())
  })
  await addBoToRed()

  await bo.press('Alt+ArrowUp')
  await expect.poll(() => visibleStops(blueLane)).toEqual(['Bo', 'Ana'])
  answer()

  await expect.poll(() => visibleStops(blueLane)).toEqual(['Ana'])
  expect(await onBlue()).toBe('Ana')
  expect(await onRed()).toBe('Bo')
  expect(changes).toEqual([])
})
