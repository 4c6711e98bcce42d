import {
  button,
  logIn,
  openPhone,
  publishRoute,
  showLoginLink,
} from '#tests/support/driver/real-route.ts'
import { expect, freshEmail, test } from '#tests/support/e2e/base-test.ts'
import { queryE2eDatabase } from '#tests/support/e2e/database.ts'
import { addStopBy, readBoard } from '#tests/support/e2e/route-board.ts'

test('rule 55: a correction, an undo, a change by dispatch and a second phone fit together', async ({
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
  /** The status of Ana's stop, as dispatch has it. */
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
