import type { Browser, Page } from '@playwright/test'
import { addDays } from '#contract/dates/calendar.ts'
import type { DriverReview } from '#contract/driver/reviews.ts'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import {
  expect,
  expectAccessible,
  expectNoOverflowAtAnyWidth,
  freshEmail,
  test,
} from '#tests/support/e2e/base-test.ts'
import { lane, poolItem, stopButton } from '#tests/support/e2e/route-board.ts'
import { expectToast, uniqueWord } from '#tests/support/e2e/staff.ts'
import { openEventPhone, publishTrackedRoute } from '#tests/support/e2e/tracked-route.ts'

/** A route of Ana and Bo that is out, its board, and its driver's phone. */
async function openOut(page: Page, browser: Browser, baseURL: string | undefined) {
  const email = freshEmail('added')
  const bo = uniqueWord('Bo')
  const route = await publishTrackedRoute(page, baseURL, { names: ['Ana', bo], email })
  const phone = await openEventPhone(page, browser, baseURL, route.driverId)
  const productId = phone.route.products[0]?.id ?? ''
  const counts = (full: number, empties = 0) => ({
    lines: [{ productId, full, empties, damaged: 0 }],
  })
  await phone.report({ type: 'loaded', payload: counts(10) })
  await phone.report({ type: 'departed' })
  await phone.report({ type: 'delivered', stopId: route.stopIds[0], payload: counts(2) })
  await page.goto(`/admin/routes?date=${route.date}`)
  const board = lane(page, route.truck.name)
  await expect(stopButton(board, 'Ana').getByRole('img', { name: 'Done' })).toBeVisible()
  return {
    ...route,
    bo,
    phone,
    counts,
    board,
    addStop: (name: string) =>
      phone.report({ type: 'stop-added', payload: { name, ...counts(3, 2) } }, 'review'),
  }
}

test('rule 58: a stop that the driver adds is on the board at once, and leads to its review', async ({
  page,
  browser,
  baseURL,
}) => {
  const { phone, board, addStop } = await openOut(page, browser, baseURL)
  const rows = board.getByRole('listitem')
  await expect(rows).toHaveCount(2)

  // The reviews of every route are listed.
  const dock = uniqueWord('Loading dock')
  await addStop(dock)
  await expect(rows).toHaveCount(3)
  // After Ana, who was visited before, and before Bo.
  await expect(rows.nth(1)).toContainText(dock)
  await expect(rows.nth(1)).toContainText('Added stop')
  await expect(rows.nth(1)).toContainText('3 left, 2 taken')
  await expect(rows.nth(1).getByTitle(dock)).toBeVisible()
  await expect(board).toContainText('2 stops, 1 added')
  await expectAccessible(page)

  await expectNoOverflowAtAnyWidth(page)

  const link = rows.nth(1).getByRole('link', { name: new RegExp(`^${dock} Added stop To review`) })
  await stopButton(board, 'Ana').focus()
  await page.keyboard.press('Tab')
  await expect(link).toBeFocused()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Driver reviews' })
  const review = dialog.getByRole('listitem').filter({ hasText: dock })
  await expect(review).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(link).toBeFocused()

  await page.keyboard.press('Enter')
  await review.getByRole('button', { name: /^Accept/ }).click()
  await expectToast(page, 'Entry accepted')
  await expect(review).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(link).toHaveCount(0)
  await expect(rows.nth(1)).toContainText(dock)

  const eventId = await addStop('Wrong door')
  await expect(rows.nth(2)).toContainText('Wrong door')
  await phone.report({ type: 'superseded', supersedes: eventId })
  await expect(rows).toHaveCount(3)
  await expect(board).not.toContainText('Wrong door')
  await phone.close()
})

test('rules 49 and 61: an open stop is unplanned when its route is closed, and a difference names an added one', async ({
  page,
  browser,
  baseURL,
}) => {
  const { phone, board, addStop, counts, truck, bo } = await openOut(page, browser, baseURL)
  await addStop('Side gate')
  await phone.report({ type: 'returned', payload: counts(4, 2) })
  await phone.close()

  await board.getByRole('button', { name: `More actions for ${truck.name}` }).click()
  await page.getByRole('menuitem', { name: 'Close route' }).click()
  const dialog = page.getByRole('alertdialog', { name: `Close route: ${truck.name}` })
  await expect(dialog).toContainText('1 stop is still open.')
  await dialog.getByRole('button', { name: 'Close route' }).click()
  await expectToast(page, 'Route closed')
  await expect(poolItem(page, bo)).toBeVisible()
  await expect(stopButton(board, bo)).toHaveCount(0)
  await expect(board).toContainText('Side gate')

  await page.goto('/admin/bottles')
  await page.getByRole('button', { name: new RegExp(`^Stops of .*${truck.name}`) }).click()
  const stops = page.getByRole('dialog').getByRole('table', { name: 'Stops' })
  const row = stops.getByRole('row').filter({ hasText: 'Side gate (added stop)' })
  await expect(row.getByRole('cell')).toHaveText(['0', '3', '2'])
})

test('a route that is out with added stops only can be closed', async ({
  page,
  browser,
  baseURL,
}) => {
  const names = [uniqueWord('Cy')]
  const email = freshEmail('only-added')
  const route = await publishTrackedRoute(page, baseURL, { names, email })
  const phone = await openEventPhone(page, browser, baseURL, route.driverId)
  await phone.report({ type: 'departed' })
  await phone.report({ type: 'stop-added', payload: { name: 'Parking lot' } }, 'review')
  await phone.close()
  const [stopId = ''] = route.stopIds
  const removed = await page.request.delete(fillPath(apiPaths.adminStop, { id: stopId }))
  expect(removed.ok(), await removed.text()).toBe(true)

  await page.goto(`/admin/routes?date=${route.date}`)
  const { name } = route.truck
  const board = lane(page, name)
  await expect(board).toContainText('Parking lot')
  await expect(board).toContainText('0 stops, 1 added')
  await expect(board).not.toContainText('No stops')
  await expectAccessible(page)
  await board.getByRole('button', { name: `More actions for ${name}` }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Lock route', 'Close route'])
  await page.getByRole('menuitem', { name: 'Close route' }).click()
  const dialog = page.getByRole('alertdialog', { name: `Close route: ${name}` })
  await dialog.getByRole('button', { name: 'Close route' }).click()
  await expectToast(page, 'Route closed')
  await expect(board).toContainText('Closed')
  await expect(board).toContainText('Parking lot')
})

test("a link to a driver's entry shows loading and errors, and that older entries come first", async ({
  page,
  browser,
  baseURL,
}) => {
  const { phone, board, date, addStop } = await openOut(page, browser, baseURL)
  await addStop('Back door')
  await phone.close()
  const link = board.getByRole('link', { name: /^Back door/ })
  const url = (await link.getAttribute('href')) ?? ''
  const dialog = page.getByRole('dialog', { name: 'Driver reviews' })
  const review = dialog.getByRole('listitem').filter({ hasText: 'Back door' })

  const loading = Promise.withResolvers<void>()
  await page.route(apiPaths.adminReviews, async (request) => {
    await loading.promise
    await request.fulfill({ status: 503 })
  })
  await page.goto(url)
  await expect(dialog.getByLabel('Loading reviews')).toBeVisible()
  await expect(page.getByText('0 to review')).toHaveCount(0)
  loading.resolve()
  await expect(dialog.getByRole('alert')).toContainText("We couldn't load the reviews")
  await expectAccessible(page)
  await page.unroute(apiPaths.adminReviews)
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(review).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(link).toBeFocused()

  await page.goto(url.replace(date, addDays(date, 1)))
  await expect(review).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('main')).toBeFocused()

  const [older]: DriverReview[] = await (await page.request.get(apiPaths.adminReviews)).json()
  const listed = Array.from({ length: 200 }, (_, index) => ({ ...older, id: `older-${index}` }))
  await page.route(apiPaths.adminReviews, (request) => request.fulfill({ json: listed }))
  await page.goto(url)
  await expect(dialog).toContainText('Older entries come first.')
  await expect(page.getByText('200+ to review')).toBeVisible()
})
