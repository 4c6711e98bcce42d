import { createContext, use, useSyncExternalStore } from 'react'
import type { DriverState, DriverStore } from './driver-app-store.ts'
import type { StopView } from './route/stop-view.ts'
import { nextAtDoor, type Visit } from './route/visits.ts'
import type { Sender } from './sending/sender.ts'
import type { DriverDatabase } from './storage/database.ts'

type Driver = { store: DriverStore; db: DriverDatabase; sender: Sender }

export const DriverContext = createContext<Driver | undefined>(undefined)

export function useDriver(): Driver & { state: DriverState } {
  const driver = use(DriverContext)
  if (!driver) throw new Error('DriverContext is missing')
  const state = useSyncExternalStore(driver.store.subscribe, driver.store.state)
  return { ...driver, state }
}

/** Every link of the app is a hash, so that one cached page serves all screens. */
export const hashTo = {
  list: '#',
  login: '#login',
  stop: (id: string) => `#stop/${id}`,
  delivered: (id: string) => `#stop/${id}/delivered`,
  notDelivered: (id: string) => `#stop/${id}/not-delivered`,
  payment: (id: string) => `#stop/${id}/payment`,
  load: (trip: number) => `#load/${trip}`,
  addStop: '#add-stop',
  unsent: '#unsent',
  end: '#end',
}

/** After an outcome: the next open delivery of the door, else the list. */
export function hashAfter(visit: Visit, view: StopView): string {
  const next = nextAtDoor(visit, view)
  return next ? hashTo.stop(next.stop.id) : hashTo.list
}

const subscribeToHash = (listener: () => void) => {
  addEventListener('hashchange', listener)
  return () => removeEventListener('hashchange', listener)
}

/** The parts of the hash: `#stop/ID/delivered` is ['stop', ID, 'delivered']. */
export function useHash(): string[] {
  const hash = useSyncExternalStore(subscribeToHash, () => location.hash)
  return hash.slice(1).split('/')
}

export function goTo(hash: string): void {
  location.hash = hash
  scrollTo(0, 0)
}

/** Replaces the form in the history: going back must not open what was just saved. */
export function leaveTo(hash: string): void {
  location.replace(hash)
  scrollTo(0, 0)
}
