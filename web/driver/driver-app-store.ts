import { driverSignIn } from '#contract/driver/endpoints.ts'
import { DriverRoute } from '#contract/driver/route.ts'
import type { ApiResponse, DriverApi } from './sending/driver-api.ts'
import type { Sender, SenderState } from './sending/sender.ts'
import type { DriverDatabase, SavedRoute, StoredEvent } from './storage/database.ts'
import {
  type NewEvent,
  type NewPhoto,
  type RecordOptions,
  readRouteEvents,
  recordEvent,
} from './storage/outbox.ts'
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
    const { isSending, isFailing } = sender.state()
    update({ sender: sender.state() })
    if (isSending) return
    void readAgain()
    // Not every phone tells that its network is back; what was sent does.
    if (!isFailing && state.loadProblem === 'no-connection') void refresh()
  })

  const noteSkew = (measured: number | null) => {
    if (measured === null || Math.abs(measured - skewMs) < 1000) return
    skewMs = measured
    // Best effort: it is measured again by the next response.
    writeValue(db, 'skew', measured).catch(() => undefined)
  }

  const loadRoute = async (takesOver: boolean): Promise<LoadProblem> => {
    const { device, saved } = state
    if (!device) return null
    const response = await api
      .readRoute(takesOver || !saved || isOfOldApp(saved.route) ? null : saved.etag, takesOver)
      .catch(() => undefined)
    if (!response) return 'no-connection'
    noteSkew(response.skewMs)
    if (response.status === 304) return null
    if (response.status === 401 || response.status === 403) return 'logged-out'
    // A login page of a public network must not take the route off the phone.
    if (response.status === 404 && readField(response, 'code') === 'not_found') {
      if (!isUnderWay(state.events, now() + skewMs)) await leaveRoute(db, device.deviceId)
      return 'no-route'
    }
    const parsed = DriverRoute.safeParse(response.body)
    if (response.status !== 200 || !parsed.success) return 'failed'
    await saveRoute(db, parsed.data, { etag: response.etag, at: now() })
    return null
  }

  let wanted: { takesOver: boolean } | null = null
  const refresh = async (takesOver = false) => {
    if (!state.device) return
    wanted = { takesOver: takesOver || wanted?.takesOver === true }
    // The request under way may have started without a network, so it is repeated after it.
    if (state.isLoading) return
    update({ isLoading: true })
    try {
      while (wanted) {
        const request: { takesOver: boolean } = wanted
        wanted = null
        const loadProblem = await loadRoute(request.takesOver).catch((): LoadProblem => 'failed')
        await readAgain()
        update({ loadProblem })
      }
    } finally {
      update({ isLoading: false })
    }
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
      const signedIn = driverSignIn.reply.safeParse(response.body)
      if (response.status !== 200 || !signedIn.success) {
        const message = readField(response, 'message')
        return typeof message === 'string' ? message : "We couldn't log you in. Try again."
      }
      await writeValue(db, 'device', signedIn.data)
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

    async record(
      entry: Entry,
      { photos = [], ...options }: RecordOptions & { photos?: readonly NewPhoto[] } = {},
    ): Promise<void> {
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
      await recordEvent(db, event, photos, options)
      sender.wake()
      // It is stored: a failure to read must not make the driver enter it again.
      await readAgain().catch(() => undefined)
    },

    async accept(): Promise<void> {
      if (state.saved) await acceptRoute(db, state.saved.route)
      await readAgain()
    },
  }
}

/** An earlier version of the app stored less of a route than the server sends. */
const isOfOldApp = ({ timeZone, stops }: DriverRoute): boolean =>
  timeZone === undefined || stops.some(({ door }) => door === undefined)

/** A day on the road is shorter. */
const UNDER_WAY_MS = 12 * 3_600_000

/**
 * Rule 57: a route that the driver works on, or has just closed, stays on the screen when the office
 * has closed or withdrawn it. Both times are the server's: the phone's clock may have been set since.
 */
const isUnderWay = (events: readonly StoredEvent[], serverNow: number): boolean =>
  events.some(
    ({ event }) => serverNow - Date.parse(event.tappedAt) - (event.skewMs ?? 0) < UNDER_WAY_MS,
  )

/** A field of a response, which may come from anywhere. */
const readField = ({ body }: ApiResponse, name: 'code' | 'message'): unknown =>
  typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[name] : undefined
