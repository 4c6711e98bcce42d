import { expect, test } from 'vitest'
import { apiPaths } from '#contract/paths.ts'
import type { Board } from '#contract/routes/board.ts'
import { addFleet } from '#tests/support/driving/add-fleet.ts'
import { DATE, openBoard } from '#tests/support/routing/open-board.ts'

test('a large board is sent compressed to those who accept it, with the same content', async () => {
  const { shop, staff, firstOrder } = await openBoard()
  const url = `${shop.url}${apiPaths.adminRoutes}?date=${DATE}`
  const cookie = `staff_session=${staff.cookies.get('staff_session')}`
  const get = async (encoding: string) => {
    const { headers, ...response } = await fetchBoard(url, { cookie, 'accept-encoding': encoding })
    return { encoding: headers.get('content-encoding'), vary: headers.get('vary'), ...response }
  }
  expect((await get('gzip')).encoding).toBe(null)

  await addFleet(shop.sql, { orderId: firstOrder, date: DATE, trucks: 10, stopsPerTruck: 30 })
  const plain = await get('identity')
  const gzipped = await get('gzip, deflate, br')

  expect([plain.encoding, (await get('gzip;q=0')).encoding]).toEqual([null, null])
  expect(gzipped).toMatchObject({ encoding: 'gzip', vary: 'accept-encoding' })
  expect(gzipped.board).toEqual(plain.board)
  expect(gzipped.bytes).toBeLessThan(plain.bytes / 3)
})

async function fetchBoard(url: string, headers: Record<string, string>) {
  const response = await fetch(url, { headers })
  const board = (await response.json()) as Board
  return { headers: response.headers, board, bytes: Number(response.headers.get('content-length')) }
}
