/** Sent to the worker, which then takes over; see worker/driver-worker.ts. */
const TAKE_OVER = 'take-over'

/** How often an open app looks for a new version. */
const CHECK_MS = 30 * 60_000

export const registerWorker = (): Promise<ServiceWorkerRegistration> =>
  navigator.serviceWorker.register('/driver-worker.js', {
    scope: '/driver',
    updateViaCache: 'none',
  })

/**
 * Keeps the app available without a network. A new version is used only while the driver is not
 * entering anything (`isIdle`), never in the middle of a stop.
 */
export async function keepUpToDate(isIdle: () => boolean): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const { serviceWorker } = navigator
  let hadWorker = serviceWorker.controller !== null
  const registration = await registerWorker()

  // The first worker takes over a page that already has its code; later ones bring other code. A stop
  // may have been opened since, or another tab may have let the worker take over: then it waits.
  let isOutdated = false
  const reloadOutdated = () => {
    if (isOutdated && isIdle()) location.reload()
  }
  serviceWorker.addEventListener('controllerchange', () => {
    isOutdated ||= hadWorker
    hadWorker = true
    reloadOutdated()
  })
  const activateWaiting = () => {
    if (registration.waiting && isIdle()) registration.waiting.postMessage(TAKE_OVER)
  }
  const check = () => {
    activateWaiting()
    registration.update().catch(() => undefined)
  }
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', activateWaiting)
  })
  addEventListener('hashchange', () => {
    reloadOutdated()
    activateWaiting()
  })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') check()
  })
  setInterval(check, CHECK_MS)
  activateWaiting()
}
