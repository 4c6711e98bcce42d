import { expect, test, vi } from 'vitest'
import { apiResponse } from '#tests/support/driver/fake-driver-server.ts'
import { device, openStore } from '#tests/support/driver/open-store.ts'
import { testId, testRoute } from '#tests/support/driver/route-data.ts'
import { StorageFullError } from './storage/database.ts'
import { markEvents } from './storage/outbox.ts'
import { readCurrentRoute } from './storage/saved-routes.ts'

const loaded = apiResponse(200, testRoute())

test('a network that returns while a request is lost is used at once', async () => {
  const { store, requests, answer, logIn, untilLoaded } = openStore()
  await logIn(loaded)
  void store.refresh()
  void store.refresh(true)
  void store.refresh()
  await answer(2)
  await answer(3, loaded)
  await untilLoaded()
  expect(store.state().loadProblem).toBeNull()
  expect(requests.map(({ takesOver }) => takesOver)).toEqual([false, false, true])
})

test('the route is loaded again once something could be sent', async () => {
  const { store, sender, answer, logIn, untilLoaded } = openStore()
  await logIn()
  expect(store.state().loadProblem).toBe('no-connection')
  sender.wake()
  await answer(2, loaded)
  await untilLoaded()
  expect(store.state()).toMatchObject({ loadProblem: null, saved: { routeId: testId(10) } })
})

test('only the server’s own word takes a route off the phone', async () => {
  const { store, answer, logIn, untilLoaded } = openStore()
  await logIn(loaded)
  void store.refresh()
  await answer(2, apiResponse(404))
  await untilLoaded()
  expect(store.state()).toMatchObject({ loadProblem: 'failed', saved: { routeId: testId(10) } })
  void store.refresh()
  await answer(3, apiResponse(404, { code: 'not_found' }))
  await untilLoaded()
  expect(store.state()).toMatchObject({ loadProblem: 'no-route', saved: null })
})

test('a login page of a public network logs no one in', async () => {
  for (const response of [apiResponse(200), apiResponse(200, { deviceId: 1 }), apiResponse(502)]) {
    const { store } = openStore(response)
    expect(await store.signIn('token')).toBe("We couldn't log you in. Try again.")
    expect(store.state().device).toBeNull()
  }
})

test('rule 57: a route that the driver works on or has closed stays until the day is over', async () => {
  const { store, answer, logIn, untilLoaded, clock } = openStore()
  await logIn(loaded)
  const entry = { eventId: testId(1001), type: 'closed' as const, payload: {} }
  await store.record(entry)
  void store.refresh()
  await answer(2, apiResponse(404, { code: 'not_found' }))
  await untilLoaded()
  expect(store.state()).toMatchObject({ loadProblem: 'no-route', saved: { routeId: testId(10) } })
  clock.now += 13 * 3_600_000
  void store.refresh()
  await answer(3, apiResponse(404, { code: 'not_found' }))
  await untilLoaded()
  expect(store.state()).toMatchObject({ loadProblem: 'no-route', saved: null })
})

test('rule 57: a clock that is set during the day takes no route off the phone', async () => {
  const { store, answer, logIn, untilLoaded, clock } = openStore()
  await logIn(loaded)
  await store.record({ eventId: testId(1001), type: 'departed', payload: {} })
  // The phone is a day ahead; the server's time shows that the tap was just now.
  clock.now += 86_400_000
  void store.refresh()
  await answer(2, { ...apiResponse(404, { code: 'not_found' }), skewMs: -86_400_000 })
  await untilLoaded()
  expect(store.state()).toMatchObject({ loadProblem: 'no-route', saved: { routeId: testId(10) } })
})

test('rule 57: the phone stays on a route under way when another one is published', async () => {
  const { store, answer, logIn, untilLoaded, clock } = openStore()
  await logIn(loaded)
  const other = apiResponse(200, testRoute({ routeId: testId(11) }))
  await store.record({ eventId: testId(1001), type: 'departed', payload: {} })
  void store.refresh()
  await answer(2, other)
  await untilLoaded()
  const stays = { loadProblem: 'other-route', saved: { routeId: testId(10) } }
  expect(store.state()).toMatchObject(stays)

  // The driver asks for it, first without a network.
  void store.switchRoute()
  await answer(3)
  await untilLoaded()
  expect(store.state()).toMatchObject({ ...stays, loadProblem: 'no-connection' })
  void store.switchRoute()
  await answer(4, other)
  await untilLoaded()
  expect(store.state()).toMatchObject({ loadProblem: null, saved: { routeId: testId(11) } })

  // Nothing was entered on this one.
  void store.refresh()
  await answer(5, loaded)
  await untilLoaded()
  expect(store.state()).toMatchObject({ loadProblem: null, saved: { routeId: testId(10) } })
  // The day of the first one is over.
  clock.now += 13 * 3_600_000
  void store.refresh()
  await answer(6, other)
  await untilLoaded()
  expect(store.state().saved?.routeId).toBe(testId(11))
})

test('a closed route makes room for the next one', async () => {
  const { store, answer, logIn, untilLoaded } = openStore()
  await logIn(loaded)
  await store.record({ eventId: testId(1001), type: 'closed', payload: {} })
  void store.refresh()
  await answer(2, apiResponse(200, testRoute({ routeId: testId(11) })))
  await untilLoaded()
  expect(store.state()).toMatchObject({ loadProblem: null, saved: { routeId: testId(11) } })
})

test('a logout without a network ends the session at the next chance, once', async () => {
  const { store, logIn, logouts } = openStore()
  await logIn(loaded)
  await store.signOut()
  expect(store.state()).toMatchObject({ device: null, saved: null })
  // A login page of a public network, then the server.
  logouts.answers.push(apiResponse(200), apiResponse(200, { success: true }))
  for (let attempt = 0; attempt < 4; attempt++) await store.refresh()
  expect(logouts.sent).toBe(3)
})

test('the logout of one driver does not log out the next', async () => {
  const { store, answer, logIn, logouts } = openStore()
  await logIn(loaded)
  await store.signOut()
  const message = store.signIn('token')
  await answer(2, loaded)
  expect(await message).toBeNull()
  expect(logouts.sent).toBe(2)
  await store.signOut()
  expect(logouts.sent).toBe(3)
})

test('a phone that has a login but nothing stored learns who is logged in', async () => {
  const { store, answer, logins, untilLoaded } = openStore()
  await store.start()
  expect(store.state()).toMatchObject({ isReady: true, device: null })
  logins.push(device)
  void store.refresh()
  await answer(1, loaded)
  await untilLoaded()
  expect(store.state()).toMatchObject({ device, saved: { routeId: testId(10) } })
})

test('a phone whose logout is not sent yet does not log in again', async () => {
  const { store, logIn, logins, logouts } = openStore()
  await logIn(loaded)
  logins.push(device)
  await store.signOut()
  await store.refresh()
  expect(store.state().device).toBeNull()
  expect(logouts.sent).toBe(2)
})

test('a refresh during a login asks for no second login, which would replace its cookie', async () => {
  const { store, answer, logins, untilLoaded } = openStore()
  logins.push({ ...device, deviceId: testId(21) })
  const message = store.signIn('token')
  void store.refresh()
  await answer(1, loaded)
  await answer(2, loaded)
  expect(await message).toBeNull()
  await untilLoaded()
  expect(store.state()).toMatchObject({ device, saved: { routeId: testId(10) } })
  expect(logins).toHaveLength(1)
})

test('a route of another login than the phone knows means that it has to log in again', async () => {
  const { store, logIn } = openStore()
  await logIn(apiResponse(200, testRoute({ deviceId: testId(21) })))
  expect(store.state()).toMatchObject({ loadProblem: 'logged-out', saved: null })
})

test('today’s route is loaded as soon as the closing of the last one was sent', async () => {
  const { store, db, sender, answer, requests, logIn, untilLoaded } = openStore()
  await logIn(loaded)
  await store.record({ eventId: testId(1001), type: 'closed', payload: {} })
  expect(requests).toHaveLength(1)
  await markEvents(db, [{ eventId: testId(1001), status: 'sent' }])
  sender.wake()
  await answer(2, apiResponse(200, testRoute({ routeId: testId(11) })))
  await untilLoaded()
  expect(store.state().saved?.routeId).toBe(testId(11))
})

test('without a next route, a closing that was sent asks for it once', async () => {
  const { store, db, sender, answer, requests, logIn, untilLoaded } = openStore()
  await logIn(loaded)
  await store.record({ eventId: testId(1001), type: 'closed', payload: {} })
  await markEvents(db, [{ eventId: testId(1001), status: 'sent' }])
  sender.wake()
  await answer(2, apiResponse(404, { code: 'not_found' }))
  await untilLoaded()
  await store.readAgain()
  await untilLoaded()
  expect(store.state().saved?.routeId).toBe(testId(10))
  expect(requests).toHaveLength(2)
})

test('a read from before the logout does not bring the driver back', async () => {
  const { store, db, logIn } = openStore()
  await logIn(loaded)
  const { read } = db
  const slow = Promise.withResolvers<void>()
  vi.spyOn(db, 'read').mockImplementationOnce(async (work) => {
    const value = await read(work)
    await slow.promise
    return value
  })
  const before = store.readAgain()
  await store.signOut()
  slow.resolve()
  await before
  expect(store.state()).toMatchObject({ device: null, saved: null })
})

test('a route that arrives after the logout is not stored', async () => {
  const { store, db, answer, logIn, logouts, untilLoaded } = openStore()
  await logIn(loaded)
  logouts.answers.push(apiResponse(200, { success: true }))
  void store.refresh()
  await store.signOut()
  const known = () => readCurrentRoute(db, device.deviceId)
  expect((await known())?.route.stops).toEqual([])
  await answer(2, loaded)
  await untilLoaded()
  expect((await known())?.route.stops).toEqual([])
  expect(store.state()).toMatchObject({ device: null, saved: null })
})

test('a refusal without the server’s code logs no one out', async () => {
  const { store, answer, logIn, untilLoaded } = openStore()
  await logIn(loaded)
  void store.refresh()
  await answer(2, apiResponse(403))
  await untilLoaded()
  expect(store.state().loadProblem).toBe('failed')
  void store.refresh()
  await answer(3, apiResponse(401, { code: 'unauthorized' }))
  await untilLoaded()
  expect(store.state().loadProblem).toBe('logged-out')
})

test('the browser is asked to keep the storage at the start and once a driver has logged in', async () => {
  const { store, kept, logIn } = openStore()
  expect(store.state().keepsStorage).toBeNull()
  kept.push(false, true)
  await store.start()
  expect(store.state().keepsStorage).toBe(false)
  await logIn(loaded)
  expect(store.state().keepsStorage).toBe(true)
})

test('a full storage leaves the phone without a login, and the form shows the reason', async () => {
  const { store, db, logins } = openStore()
  const write = vi.spyOn(db, 'write').mockRejectedValue(new StorageFullError('full'))
  logins.push(device)

  await store.refresh()
  expect(store.state()).toMatchObject({ device: null, isLoading: false })
  await expect(store.signIn('token')).rejects.toThrow(StorageFullError)

  write.mockRestore()
  logins.push(device)
  void store.refresh()
  await expect.poll(() => store.state().device).toMatchObject(device)
})

test('a storage that can’t be read after loading is a failed refresh', async () => {
  const { store, db, answer, logIn, untilLoaded } = openStore()
  await logIn(loaded)
  vi.spyOn(db, 'read').mockRejectedValue(new Error('closed'))

  const refreshed = store.refresh()
  await answer(2, loaded)
  await refreshed

  await untilLoaded()
  expect(store.state()).toMatchObject({ loadProblem: 'failed', saved: { routeId: testId(10) } })
})
