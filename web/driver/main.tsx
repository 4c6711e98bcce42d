import '../zod-without-eval.ts'
import './driver.css'
import { createRoot } from 'react-dom/client'
import { ErrorBoundary } from '#web/shared/error-boundary.tsx'
import { keepUpToDate } from './app-update.ts'
import { DriverApp } from './driver-app.tsx'
import { createDriverStore, type DriverStore } from './driver-app-store.ts'
import { ignoreSecondTaps } from './ignore-second-taps.ts'
import { watchOffline } from './offline-check.ts'
import { driverApi } from './sending/driver-api.ts'
import { sendWaiting } from './sending/send-waiting.ts'
import { createSender } from './sending/sender.ts'
import { openDriverDatabase } from './storage/database.ts'
import { requestPersistence } from './storage/request-persistence.ts'
import { removeOldRoutes } from './storage/saved-routes.ts'
import { DriverContext } from './use-driver.ts'

const REFRESH_MS = 2 * 60_000

const db = openDriverDatabase()
const sender = createSender({
  send: () => sendWaiting({ db, api: driverApi, onSkew: (skewMs) => store.noteSkew(skewMs) }),
  random: Math.random,
  startTimer: (work, ms) => {
    const timer = setTimeout(work, ms)
    return () => clearTimeout(timer)
  },
})
const store: DriverStore = createDriverStore({
  db,
  api: driverApi,
  sender,
  requestPersistence: () => requestPersistence(navigator.storage),
  now: Date.now,
})

const dark = matchMedia('(prefers-color-scheme: dark)')
const applyTheme = () => {
  document.documentElement.dataset.theme = dark.matches ? 'dark' : 'light'
}
applyTheme()
dark.addEventListener('change', applyTheme)

/** There is no background sync on iPhones: the app sends whenever it is in front of the driver. */
const resume = () => {
  if (document.visibilityState !== 'visible') return
  sender.wake()
  void store.refresh()
}
addEventListener('online', resume)
document.addEventListener('visibilitychange', resume)
setInterval(resume, REFRESH_MS)
ignoreSecondTaps()

createRoot(document.getElementById('root') as HTMLElement).render(
  <ErrorBoundary>
    <DriverContext value={{ store, db, sender }}>
      <DriverApp />
    </DriverContext>
  </ErrorBoundary>,
)
void store.start()
void removeOldRoutes(db, Date.now()).catch(() => undefined)
/** A login must not be interrupted either: its link works once. */
const isOnList = () =>
  store.state().device !== null &&
  location.pathname !== '/driver/sign-in' &&
  (location.hash === '' || location.hash === '#')
void keepUpToDate(isOnList).catch(() => undefined)
void watchOffline(store.noteOffline)
