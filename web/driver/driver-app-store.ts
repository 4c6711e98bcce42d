import { DriverRoute } from '#contract/driver/route.ts'
import type { DriverApi } from './sending/driver-api.ts'
import type { Sender, SenderState } from './sending/sender.ts'
import type { DriverDatabase, SavedRoute, StoredEvent } from './storage/database.ts'
import { type NewEvent, type NewPhoto, readRouteEvents, recordEvent } from './storage/outbox.ts'
import { type PhoneCounts, readPhoneCounts } from './storage/phone-counts.ts'
import {
  acceptRoute,
  type CurrentDevice,
  leaveRoute,
  readCurrentRoute,
  readValue,
  saveRoute,
  writeValue,
} from './storage/saved-routes.ts'

export type Device = CurrentDevice & { driverName: string }

/** Why the route is not up to date; null if it is. */
export type LoadProblem = null | 'no-connection' | 'logged-out' | 'no-route' | 'failed'

export type DriverState = {
  isReady: boolean
  device: Device | null
  saved: SavedRoute | null
  /** Of the current route. */
  events: readonly StoredEvent[]
  /** Of this phone, for every driver who used it. */
  counts: PhoneCounts
  loadProblem: LoadProblem
  isLoading: boolean
  sender: SenderState
}

/** What a screen enters; the rest of an event follows from device, route and clock. */
export type Entry = Pick<NewEvent, 'eventId' | 'type' | 'payload'> &
  Partial<Pick<NewEvent, 'trip' | 'stopId' | 'supersedes' | 'fix'>>

type StoreDeps = {
  db: DriverDatabase
  api: Pick<DriverApi, 'signIn' | 'signOut' | 'readRoute'>
  sender: Sender
  now: () => number
}

export type DriverStore = ReturnType<typeof createDriverStore>

/** What the screens show and do. Everything entered is on disk before the state changes. */
export function createDriverStore({ db, api, sender, now }: StoreDeps) {
  let skewMs = 0
  let state: DriverState = {
    isReady: false,
    device: null,
    saved: null,
    events: [],
    counts: { waiting: 0, rejected: 0, photos: 0, routePhotos: 0 },
    loadProblem: null,
    isLoading: false,
    sender: sender.state(),
  }
  const listeners = new Set<() => void>()
  const update = (changes: Partial<DriverState>) => {
    state = { ...state, ...changes }
    for (const listener of listeners) listener()
  }

  /** Reads everything again: another tab or the sender may have changed it. */
  const readAgain = async () => {
    const device = (await readValue<Device>(db, 'device')) ?? null
    const saved = (device && (await readCurrentRoute(db, device.deviceId))) ?? null
    const events = saved ? await readRouteEvents(db, saved.routeId) : []
    const counts = await readPhoneCounts(db, saved?.routeId)
    update({ isReady: true, device, saved, events, counts })
  }

  sender.subscribe(() => {
    update({ sender: sender.state() })
    if (!sender.state().isSending) void readAgain()
  })

  const noteSkew = (measured: number | null) => {
    if (measured === null || Math.abs(measured - skewMs) < 1000) return
    skewMs = measured
    void writeValue(db, 'skew', measured)
  }

  const loadRoute = async (takesOver: boolean): Promise<LoadProblem> => {
    const { device, saved } = state
    if (!device) return null
    const response = await api
      .readRoute(takesOver ? null : (saved?.etag ?? null), takesOver)
      .catch(() => undefined)
    if (!response) return 'no-connection'
    noteSkew(response.skewMs)
    if (response.status === 304) return null
    if (response.status === 401 || response.status === 403) return 'logged-out'
    if (response.status === 404) {
      await leaveRoute(db, device.deviceId)
      return 'no-route'
    }
    const parsed = DriverRoute.safeParse(response.body)
    if (response.status !== 200 || !parsed.success) return 'failed'
    await saveRoute(db, parsed.data, { etag: response.etag, at: now() })
    return null
  }

  const refresh = async (takesOver = false) => {
    if (state.isLoading || !state.device) return
    update({ isLoading: true })
    const loadProblem = await loadRoute(takesOver).catch((): LoadProblem => 'failed')
    await readAgain()
    update({ isLoading: false, loadProblem })
  }

  return {
    state: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    refresh,
    readAgain,
    noteSkew,

    async start() {
      skewMs = (await readValue<number>(db, 'skew')) ?? 0
      await readAgain()
      sender.wake()
      await refresh()
    },

    /** Resolves to a message for the driver, or to null. */
    async signIn(token: string): Promise<string | null> {
      const response = await api.signIn(token).catch(() => undefined)
      if (!response) return 'No connection. Check your signal and try again.'
      noteSkew(response.skewMs)
      const { deviceId, driverId, driverName, message } = response.body as Record<string, unknown>
      if (response.status !== 200 || typeof deviceId !== 'string') {
        return typeof message === 'string' ? message : "We couldn't log you in. Try again."
      }
      await writeValue(db, 'device', { deviceId, driverId, driverName })
      await readAgain()
      await refresh()
      return null
    },

    /** Events that were not sent stay on the phone and are still sent. */
    async signOut() {
      await api.signOut().catch(() => undefined)
      await writeValue(db, 'device', undefined)
      await readAgain()
    },

    async record(entry: Entry, photos: readonly NewPhoto[] = []): Promise<void> {
      const { saved, device } = state
      if (!saved || !device) throw new Error('There is no route to record on')
      const { routeId, accepted } = saved
      const event = {
        trip: 1,
        stopId: null,
        ...entry,
        deviceId: device.deviceId,
        driverId: device.driverId,
        routeId,
        routeVersion: accepted.version,
        tappedAt: new Date(now()).toISOString(),
        skewMs,
      } as NewEvent
      await recordEvent(db, event, photos)
      await readAgain()
      sender.wake()
    },

    async accept(): Promise<void> {
      if (state.saved) await acceptRoute(db, state.saved.route)
      await readAgain()
    },
  }
}
