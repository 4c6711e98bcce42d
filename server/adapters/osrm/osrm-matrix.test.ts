import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { greatCircleMatrix } from '#server/routing/index.ts'
import { createMatrixReader } from './osrm-matrix.ts'

type Answer = (request: IncomingMessage, response: ServerResponse, call: number) => void

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

/** Points along the Hudson, all different. */
const doors = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    latitude: 41.9 + index * 0.001,
    longitude: -74 + (index % 7) * 0.01,
  }))

async function serve(answer: Answer) {
  const paths: string[] = []
  const server = createServer((request, response) => {
    paths.push(request.url ?? '')
    answer(request, response, paths.length)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, paths }
}

/** As a real server: a leg is a second per unit of latitude and longitude, and asymmetric. */
function table({ url = '' }: IncomingMessage) {
  const { pathname, searchParams } = new URL(url, 'http://osrm')
  const places = (pathname.split('/').at(-1) ?? '')
    .split(';')
    .map((text) => text.split(',').map(Number))
  const pick = (name: string) =>
    (searchParams.get(name) ?? '').split(';').map((id) => places[Number(id)] ?? [])
  const cells = (unit: number) =>
    pick('sources').map(([x = 0, y = 0]) =>
      pick('destinations').map(
        ([u = 0, v = 0]) =>
          Math.round(Math.abs(x - u) * 1e5 + (v > y ? 2 : 1) * Math.abs(v - y) * 1e5) * unit,
      ),
    )
  return { code: 'Ok', durations: cells(1) as unknown[][], distances: cells(10) as unknown[][] }
}

const sendJson = (response: ServerResponse, body: unknown) => {
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify(body))
}

const reader = (url: string, timeoutMs = 60_000) =>
  createMatrixReader({ url, kmPerHour: 40, timeoutMs, retryDelayMs: 1 })

test('a matrix of 120 points comes in nine blocks of at most 100 coordinates', async () => {
  const points = doors(120)
  const { url, paths } = await serve((request, response) => sendJson(response, table(request)))

  const { matrix, source, warnings } = await reader(url)(points)

  expect([source, warnings, paths.length]).toEqual(['osrm', [], 9])
  for (const path of paths) {
    expect(path.split('/').at(-1)?.split('?')[0]?.split(';').length).toBeLessThanOrEqual(100)
  }
  const at = (from: number, to: number) => from * 120 + to
  // One step is 0.001 of latitude and 0.01 of longitude; north costs double.
  expect(matrix.durations[at(0, 1)]).toBe(1000 + 200)
  expect(matrix.durations[at(1, 0)]).toBe(1000 + 100)
  expect(matrix.distances[at(1, 0)]).toBe(11_000)
  expect(matrix.durations[at(119, 0)]).toBe(0 + 11_900)
})

test('distances of the same doors in another order are read from the cache', async () => {
  const points = doors(60)
  const { url, paths } = await serve((request, response) => sendJson(response, table(request)))
  const read = reader(url)
  const first = await read(points)
  const asked = paths.length
  const second = await read([...points].reverse())
  expect(paths).toHaveLength(asked)
  expect(second.matrix.durations[59 * 60 + 0]).toBe(first.matrix.durations[0 * 60 + 59])
})

test('pairs without a road are estimated and counted', async () => {
  const points = doors(3)
  const { url } = await serve((request, response) => {
    const body = table(request)
    const row = body.durations[0] ?? []
    row[1] = null
    row[2] = -5
    const meters = body.distances[1] ?? []
    // Too large for the matrix, where it would be infinite.
    meters[0] = 1e39
    sendJson(response, body)
  })
  const { matrix, source, warnings } = await reader(url)(points)
  expect([source, warnings]).toEqual(['osrm', ['3 pairs have no road and are estimated']])
  const legs = [...matrix.durations, ...matrix.distances]
  expect(legs.every((leg) => leg >= 0 && Number.isFinite(leg))).toBe(true)
})

test('a request to a busy server is retried', async () => {
  const { url, paths } = await serve((request, response, call) => {
    if (call < 3) response.writeHead(call === 1 ? 429 : 503).end()
    else sendJson(response, table(request))
  })
  expect(await reader(url)(doors(3))).toMatchObject({ source: 'osrm', warnings: [] })
  expect(paths).toHaveLength(3)
})

test.each<[string, Answer, RegExp]>([
  ['is always busy', (_, response) => void response.writeHead(429).end(), /status 429/],
  ['always fails', (_, response) => void response.writeHead(500).end('{}'), /status 500/],
  [
    'rejects the request',
    (_, response) => void response.writeHead(400).end('{"code":"TooBig"}'),
    /status 400/,
  ],
  [
    'redirects',
    (_, response) => void response.writeHead(302, { location: 'http://127.0.0.1:1' }).end(),
    /status 302/,
  ],
  ['never answers', () => undefined, /no response in time/],
  ['hangs up', (request) => void request.socket.destroy(), /socket hang up|ECONNRESET/],
  ['sends prose', (_, response) => void response.end('<html>'), /not JSON/],
  ['sends null', (_, response) => sendJson(response, null), /code undefined/],
  ['has no route', (_, response) => sendJson(response, { code: 'NoTable' }), /code NoTable/],
  [
    'sends fewer rows',
    (request, response) => sendJson(response, { ...table(request), durations: [[1]] }),
    /durations of another size/,
  ],
  [
    'sends no distances',
    (request, response) => sendJson(response, { ...table(request), distances: undefined }),
    /distances of another size/,
  ],
  ['never stops', (_, response) => void response.end('1'.repeat(3_000_000)), /too large/],
])('when the server %s, distances are estimated with a warning', async (what, answer, message) => {
  const points = doors(60)
  const { url } = await serve(answer)
  const { matrix, source, warnings } = await reader(
    url,
    what === 'never answers' ? 200 : undefined,
  )(points)
  expect(source).toBe('great_circle')
  expect(warnings.join()).toMatch(message)
  expect(matrix).toEqual(await greatCircleMatrix(points, 40))
})

test('when one block of many fails, no leg of the others is used', async () => {
  const points = doors(120)
  const { url } = await serve((request, response, call) => {
    if (call === 5) response.writeHead(400).end()
    else sendJson(response, table(request))
  })
  const { matrix, source } = await reader(url)(points)
  expect(source).toBe('great_circle')
  expect(matrix).toEqual(await greatCircleMatrix(points, 40))
})

test('without a server distances are great circles × 1.3', async () => {
  const [kingston, albany] = [
    { latitude: 41.927, longitude: -73.9974 },
    { latitude: 42.6526, longitude: -73.7562 },
  ]
  const { matrix, source } = await createMatrixReader({ kmPerHour: 50 })([kingston, albany])
  expect(source).toBe('great_circle')
  // 83 km through the air.
  expect(matrix.distances[1]).toBeGreaterThan(1.3 * 82_500)
  expect(matrix.distances[1]).toBeLessThan(1.3 * 83_500)
  expect(matrix.durations[1]).toBe(Math.round(((matrix.distances[1] ?? 0) / 50_000) * 3600))
  await expect(greatCircleMatrix([{ latitude: 91, longitude: 0 }], 50)).rejects.toThrow(/point 0/)
  await expect(greatCircleMatrix([], 0)).rejects.toThrow(/speed/)
})
