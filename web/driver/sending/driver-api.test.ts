import { afterEach, expect, test, vi } from 'vitest'
import { driverApi } from './driver-api.ts'

afterEach(() => void vi.unstubAllGlobals())

/** The skew that the phone measures from a response whose clock is at the start of 2000. */
async function readSkew(status: number, body: string | null) {
  const headers = { date: 'Sat, 01 Jan 2000 00:00:00 GMT' }
  vi.stubGlobal('fetch', async () => new Response(body, { status, headers }))
  return (await driverApi.readRoute(null)).skewMs
}

test('the login page of a public network does not set the clock', async () => {
  expect(await readSkew(200, '<html>Welcome to our wifi</html>')).toBeNull()
  expect(await readSkew(403, '')).toBeNull()
})

test('the time of the server is read, also from a response without data', async () => {
  expect(await readSkew(200, '{}')).toBeLessThan(0)
  expect(await readSkew(304, null)).toBeLessThan(0)
  expect(await readSkew(204, null)).toBeLessThan(0)
})
