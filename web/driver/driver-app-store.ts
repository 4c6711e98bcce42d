import { driverSignIn } from '#contract/driver/endpoints.ts'
import type { DriverRoute } from '#contract/driver/route.ts'
import { type LoadOptions, type LoadProblem, loadRoute, readPlannedRoute } from './load-route.ts'
import { createLogins } from './logins.ts'
import { type DriverApi, readField } from './sending/driver-api.ts'
import type { Sender, SenderState } from './sending/sender.ts'
import type { DriverDatabase, SavedRoute, StoredEvent } from './storage/database.ts'
import { logOut } from './storage/log-out.ts'
import {
  type NewEvent,
  type NewPhoto,
  type RecordOptions,
  readRouteEvents,
  recordEvent,
} from './storage/outbox.ts'
import { nothingUnsent, type PhoneCounts, readPhoneCounts } from './storage/phone-counts.ts'
import {
  acceptRoute,
  type CurrentDevice,
  readCurrentRoute,
  readValue,
  writeValue,
} from './storage/saved-routes.ts'

export type Device = CurrentDevice & { driverName: string }

export type DriverState = {
  isReady: boolean
  /** Why the app did not start: the phone's storage can't be read. */
  hasStorageProblem: boolean
  /** The plan of dispatch, as long as the phone's own route can't be read. */
  plannedRoute: DriverRoute | null
  device: Device | null
  saved: SavedRoute | null
  /** Of the current route. */
  events: readonly StoredEvent[]
  /** Of this phone, for every driver who used it. */
  counts: PhoneCounts
  loadProblem: LoadProblem
  isLoading: boolean
  /** Whether the app opens without a network; null until it is known. */
  opensOffline: boolean | null
  /** Whether the browser keeps the storage when space runs low; null until it is known. */
  keepsStorage: boolean | null
  sender: SenderState
}

/** The fields that a screen enters; the rest of an event follows from device, route and clock. */
export type Entry = Pick<NewEvent, 'eventId' | 'type' | 'payload'> &
  Partial<Pick<NewEvent, 'trip' | 'stopId' | 'supersedes' | 'fix'>>

type StoreDeps = {
  db: DriverDatabase
  api: Pick<DriverApi, 'signIn' | 'signInAgain' | 'signOut' | 'readRoute'>
  sender: Sender
  /** Asks the browser to keep the storage. */
  requestPersistence: () => Promise<boolean>
  now: () => number
}

export type DriverStore = ReturnType<typeof createDriverStore>

/** State and actions of the screens. Every entry is on disk before the state changes. */
export function createDriverStore({ db, api, sender, requestPersistence, now }: StoreDeps) {
  let skewMs = 0
  const logins = createLogins({ db, api })
  let state: DriverState = {
    isReady: false,
    hasStorageProblem: false,
    plannedRoute: null,
    device: null,
    saved: null,
    events: [],
    counts: nothingUnsent,
    loadProblem: null,
    isLoading: false,
    opensOffline: null,
    keepsStorage: null,
    sender: sender.state(),
  }
  const listeners = new Set<() => void>()
  const update = (changes: Partial<DriverState>) => {
    state = { ...state, ...changes }
    for (const listener of listeners) listener()
  }

  let startedReads = 0
  let latestRead = 0
  /** Reads everything again: another tab or the sender may have changed it. */
  const readAgain = async () => {
    const number = ++startedReads
    const read = await readPhone(db)
    // A newer read has started, so this one may be from before a logout.
    if (number < latestRead) return
    latestRead = number
    const isEnded = hasJustEnded(state, read)
    update({ isReady: true, ...read })
    // There may be a next route.
    if (isEnded) void refresh()
  }

  sender.subscribe(() => {
    const { isSending, isFailing } = sender.state()
    update({ sender: sender.state() })
    if (isSending) return
    readAgain().catch(() => undefined)
    // Not every phone has an event for a network that is back, but a successful request shows it.
    if (!isFailing && state.loadProblem === 'no-connection') void refresh()
  })

  const noteSkew = (measured: number | null) => {
    if (measured === null || Math.abs(measured - skewMs) < 1000) return
    skewMs = measured
    // Best effort: it is measured again by the next response.
    writeValue(db, 'skew', measured).catch(() => undefined)
  }

  /** A browser that refuses at first may agree once a driver has logged in. */
  const keepStorage = async () => update({ keepsStorage: await requestPersistence() })

  /** As far as the phone knows. */
  const serverNow = () => now() + skewMs
  const loadDeps = { db, api, now, serverNow, noteSkew, state: () => state }
  let queued: LoadOptions | null = null
  const refresh = async (takesOver = false, switchesRoute = false) => {
    if (!state.device && (await logins.askServer())) await readAgain().catch(() => undefined)
    if (!state.device) return
    queued = {
      takesOver: takesOver || queued?.takesOver === true,
      switchesRoute: switchesRoute || queued?.switchesRoute === true,
    }
    // The request under way may have started without a network, so it is repeated after it.
    if (state.isLoading) return
    update({ isLoading: true })
    try {
      while (queued) {
        const options: LoadOptions = queued
        queued = null
        const loading = loadRoute(loadDeps, options).finally(readAgain)
        update({ loadProblem: await loading.catch((): LoadProblem => 'failed') })
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
    /** Opens the route that dispatch has now, instead of the one that the driver works on. */
    switchRoute: () => refresh(false, true),
    readAgain,
    noteSkew,
    noteOffline: (opensOffline: boolean) => update({ opensOffline }),
    serverNow,

    /** If the storage can't be read now, the sender tries again, and the app starts once it can. */
    async start() {
      void keepStorage()
      try {
        skewMs = (await readValue<number>(db, 'skew')) ?? 0
        await readAgain()
      } catch {
        update({ hasStorageProblem: true })
        sender.wake()
        return update({ plannedRoute: await readPlannedRoute(api) })
      }
      sender.wake()
      await refresh()
    },

    /** Resolves to a message for the driver, or to null. */
    async signIn(token: string): Promise<string | null> {
      const response = await logins.signIn(token)
      if (!response) return 'No connection. Check your signal and try again.'
      noteSkew(response.skewMs)
      const signedIn = driverSignIn.reply.safeParse(response.body)
      if (response.status !== 200 || !signedIn.success) {
        const message = readField(response, 'message')
        return typeof message === 'string' ? message : "We couldn't log you in. Try again."
      }
      await readAgain()
      void keepStorage()
      // Events of an expired key may be sent together with this login.
      sender.wake()
      await refresh()
      return null
    },

    /** Events that were not sent stay on the phone and are still sent. */
    async signOut() {
      await logOut(db)
      await readAgain()
      await logins.end()
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

type PhoneRead = Pick<DriverState, 'device' | 'saved' | 'events' | 'counts'>

async function readPhone(db: DriverDatabase): Promise<PhoneRead> {
  const device = (await readValue<Device>(db, 'device')) ?? null
  const saved = (device && (await readCurrentRoute(db, device.deviceId))) ?? null
  const events = saved ? await readRouteEvents(db, saved.routeId) : []
  return { device, saved, events, counts: await readPhoneCounts(db, saved?.routeId) }
}

const hasJustEnded = (before: PhoneRead, after: PhoneRead): boolean =>
  before.saved?.routeId === after.saved?.routeId &&
  isClosingSent(after.events) &&
  !isClosingSent(before.events)

const isClosingSent = (events: readonly StoredEvent[]): boolean =>
  events.some(({ event, status }) => event.type === 'closed' && status === 'sent')
