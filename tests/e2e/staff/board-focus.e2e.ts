import { apiPaths } from '#contract/paths.ts'
import type { Board, BoardStop } from '#contract/routes/board.ts'
import { testId } from '#tests/support/driver/route-data.ts'
import { expect, test } from '#tests/support/e2e/base-test.ts'
import { addStopBy, lane, openRouteDay, readBoard } from '#tests/support/e2e/route-board.ts'
import { signInAsStaff } from '#tests/support/e2e/staff.ts'

/** The board renders 24 stops of a trip together. */
const CHUNK = 24

test('a stop keeps the focus when it moves past the stops that are rendered with it', async ({
  page,
  baseURL,
}) => {
  await signInAsStaff(page)
  const { date, orderIds, blue, url } = await openRouteDay(page, baseURL, ['Ana'])
  await addStopBy(page, { orderId: orderIds[0], truckId: blue.id, date })
  const board = await readBoard(page, date)
  const [stop] = board.routes.flatMap(({ trips }) => trips.flatMap(({ stops }) => stops))
  if (!stop) throw new Error('no stop')
  let stops = Array.from(
    { length: CHUNK + 2 },
    (_, index): BoardStop => ({
      ...stop,
      id: testId(index),
      customerName: `Customer ${index + 1}`,
    }),
  )
  const withStops = (): Board => ({
    ...board,
    routes: board.routes.map((route) => ({
      ...route,
      trips: route.trips.map((trip) => ({
        ...trip,
        stops: stops.map((each, index) => ({ ...each, position: index + 1 })),
      })),
    })),
  })
  await page.route(`**${apiPaths.adminRoutes}?date=*`, (route) =>
    route.fulfill({ json: withStops() }),
  )
  await page.route('**/api/admin/stops/*', (route) => {
    const last = stops[CHUNK - 1] as BoardStop
    stops = stops.toSpliced(CHUNK - 1, 1).toSpliced(CHUNK, 0, last)
    return route.fulfill({ json: { ...last, version: 2 } })
  })
  await page.goto(url)
  const moved = lane(page, blue.name).getByRole('button', {
    name: new RegExp(`Customer ${CHUNK} `),
  })
  await moved.focus()
  await page.keyboard.press('Alt+ArrowDown')
  await expect(moved).toHaveAccessibleName(new RegExp(`^Stop ${CHUNK + 1} `))
  await expect(moved).toBeFocused()
})
