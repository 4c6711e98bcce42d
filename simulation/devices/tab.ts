import { createDriverStore, type Entry } from '#web/driver/driver-app-store.ts'
import { sendWaiting } from '#web/driver/sending/send-waiting.ts'
import { createSender } from '#web/driver/sending/sender.ts'
import { type DriverDatabase, openDriverDatabase, upgrades } from '#web/driver/storage/database.ts'
import type { NewPhoto } from '#web/driver/storage/outbox.ts'
import type { ProcessHandle } from '../scheduler.ts'
import { MINUTE_MS } from '../time.ts'
import type { DeviceDay } from './device-day.ts'
import type { Network, NetworkPhone } from './network.ts'

/** The app looks for news every two minutes; less often here, to save requests. */
const RESUME_MS = 90 * MINUTE_MS

/** The phone on which a tab is open. */
type Device = NetworkPhone & {
  readonly name: string
  readonly storageName: string
  readonly isUpdated: boolean
  isFull(): boolean
}

export type DayWithNetwork = DeviceDay & { readonly network: Network }

export type Tab = ReturnType<typeof openTab>

/**
 * The driver's app as `web/driver/main.tsx` builds it, from its start until it is killed. Each access
 * to storage or network is a turn of the scheduler, at which the tab may be killed.
 */
export function openTab(world: DayWithNetwork, phone: Device) {
  const { scheduler, rng } = world
  const stored = openStorage(world, phone)
  let resolveKilled = () => {}
  const killed = new Promise<'killed'>((resolve) => {
    resolveKilled = () => resolve('killed')
  })
  const willBeKilled = world.isFaulty && rng.chance(0.35)
  const handle: ProcessHandle = {
    name: phone.name,
    isKilled: false,
    callsLeft: willBeKilled ? 1 + rng.below(120) : Number.POSITIVE_INFINITY,
    cleanUp: async () => {
      stored.close()
      world.count('tab killed')
      resolveKilled()
    },
  }
  const db = gate(world, phone, handle, stored)
  const api = world.network.connect(phone, handle, db)
  const sender = createSender({
    send: () => sendWaiting({ db, api, onSkew: (skewMs) => store.noteSkew(skewMs) }),
    random: () => rng.next(),
    startTimer: (work, ms) => {
      let isStopped = false
      scheduler.after(ms, () => {
        if (!isStopped && !handle.isKilled) work()
      })
      return () => {
        isStopped = true
      }
    },
  })
  const store = createDriverStore({
    requestPersistence: async () => true,
    db,
    api,
    sender,
    now: () => scheduler.now + phone.clockOffMs,
  })
  const resume = () => {
    if (handle.isKilled) return
    sender.wake()
    void store.refresh()
  }
  const resumeAgain = () => {
    resume()
    if (!handle.isKilled && !world.isOver) scheduler.after(RESUME_MS, resumeAgain)
  }
  scheduler.after(RESUME_MS, resumeAgain)
  return {
    store,
    db,
    handle,
    killed,
    resume,
    record: (entry: Entry, photos: readonly NewPhoto[]) => store.record(entry, { photos }),
  }
}

/** An update of the app may bring a new version of its storage. */
function openStorage(world: DeviceDay, phone: Device): DriverDatabase {
  const update = world.mutant?.upgrade ?? ((db) => void db.createObjectStore('later' as 'values'))
  const versions = phone.isUpdated ? [...upgrades, update] : upgrades
  return openDriverDatabase({ name: phone.storageName, versions })
}

function gate(
  { scheduler }: DeviceDay,
  phone: Device,
  handle: ProcessHandle,
  stored: DriverDatabase,
): DriverDatabase {
  const full = Object.assign(new Error('full'), { name: 'QuotaExceededError' })
  return {
    close: stored.close,
    read: (work) => scheduler.enqueue(handle, () => stored.read(work)),
    write: (work) =>
      scheduler.enqueue(handle, () =>
        stored.write(async (transaction) => {
          const result = await work(transaction)
          if (phone.isFull()) throw full
          return result
        }),
      ),
  }
}
