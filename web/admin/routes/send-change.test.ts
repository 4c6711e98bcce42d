import { afterEach, expect, test, vi } from 'vitest'
import { fixtureBoard } from '#tests/support/routing/board-fixture.ts'
import { newStopId, withFirstIds } from './model/added-here.ts'
import { sendChange } from './send-change.ts'

const to = { truckId: 'red', trip: 1, position: 1 }
const saved = new Map([[newStopId('b'), 'stop-b']])

/** Answers every request, and records them as 'PATCH stop-a version 1'. */
function recordRequests() {
  const requests: string[] = []
  vi.stubGlobal('fetch', async (path: string, { method, body }: RequestInit) => {
    const url = new URL(path, 'http://shop')
    const version = url.searchParams.get('version') ?? JSON.parse(String(body)).version
    requests.push(`${method} ${url.pathname.split('/').at(-1)} version ${version}`)
    return new Response(JSON.stringify({ id: 'stop-a', version: 9 }))
  })
  return requests
}

afterEach(() => {
  vi.unstubAllGlobals()
})

test.each([
  ['as it was seen', 4, undefined, 4],
  ['after an own change that the board does not show yet', 1, 2, 2],
  ['after an own change and one by someone else that was seen', 3, 2, 3],
])('X8: a stop is changed with its version %s', async (_, seenVersion, own, sentVersion) => {
  const requests = recordRequests()
  const seen = fixtureBoard({ blue: 'a', red: 'x' })
  for (const stop of seen.routes[0]?.trips[0]?.stops ?? []) stop.version = seenVersion
  const ownVersions = new Map(own ? [['stop-a', own]] : [])
  const sent = { seen, date: seen.date, saved, ownVersions }

  await sendChange({ ...sent, change: { kind: 'move', stopId: 'stop-a', to } })
  await sendChange({ ...sent, change: { kind: 'pin', stopId: 'stop-a', pin: 'time' } })
  await sendChange({ ...sent, change: { kind: 'remove', stopId: 'stop-a' } })

  expect(requests).toEqual([
    `PATCH stop-a version ${sentVersion}`,
    `PATCH stop-a version ${sentVersion}`,
    `DELETE stop-a version ${sentVersion}`,
  ])
})

test('a change of an added stop is sent to the saved one, and to none if it was not saved', async () => {
  const requests = recordRequests()
  const seen = withFirstIds(fixtureBoard({ blue: 'a b' }), saved, new Set())
  const change = { kind: 'move', stopId: newStopId('b'), to } as const
  const ownVersions = new Map([['stop-b', 2]])

  await sendChange({ change, seen, date: seen.date, saved, ownVersions })
  await sendChange({ change, seen, date: seen.date, saved: new Map(), ownVersions })

  expect(requests).toEqual(['PATCH stop-b version 2'])
})
