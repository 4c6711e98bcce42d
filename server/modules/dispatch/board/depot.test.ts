import { expect, test } from 'vitest'
import { apiPaths } from '#contract/paths.ts'
import { openBoard } from '#tests/support/routing/open-board.ts'

const kingston = { lat: 41.987541, lon: -74.010273 }

test('rule 53: the board shows the depot of the settings, else of the first zone or delivery', async () => {
  const { staff, read } = await openBoard()
  const set = (routing: object) => staff.call('PATCH', apiPaths.adminSettings, { routing })
  expect((await read('2026-03-20')).depot).toBeNull()
  const [delivery] = (await read()).unplanned
  expect((await read()).depot).toEqual(delivery?.place)

  await staff.call('POST', apiPaths.adminZones, { name: 'North', zips: ['12401'], routeDays: [] })
  expect((await read('2026-03-20')).depot).toEqual(kingston)
  await set({ depotZip: '10001' })
  expect((await read()).depot).toMatchObject({ lat: expect.closeTo(40.75, 1) })
  await set({ depotPlace: { lat: 41.9, lon: -74.1 } })
  expect((await read()).depot).toEqual({ lat: 41.9, lon: -74.1 })
})
