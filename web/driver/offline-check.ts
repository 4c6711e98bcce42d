import { registerWorker } from './app-update.ts'

/** Files that the worker stores first; see worker/driver-worker.ts. */
const PAGE = '/driver'
/** Sent to the worker, which then stores the app again. */
const SAVE_APP = 'save-app'
/** By then a first worker has stored the app, unless the network is slow. */
const FIRST_CHECK_MS = 20_000
const CHECK_MS = 2 * 60_000
/** A phone whose storage is full downloads the entire app at each attempt. */
const MAX_CHECK_MS = 30 * 60_000

/**
 * Whether the app opens without a network: its worker is active, and has stored the app. What is
 * missing is requested again.
 */
export async function watchOffline(note: (opensOffline: boolean) => void): Promise<void> {
  if (!('serviceWorker' in navigator)) return note(false)
  let pauseMs = CHECK_MS
  let timer: ReturnType<typeof setTimeout> | undefined
  const check = async () => {
    const isSaved = await isAppSaved(() => void check()).catch(() => false)
    note(isSaved)
    if (isSaved) pauseMs = CHECK_MS
    clearTimeout(timer)
    timer = setTimeout(() => void check(), pauseMs)
    // Without a network nothing is downloaded, so the app is stored soon after it returns.
    if (!isSaved && navigator.onLine) pauseMs = Math.min(pauseMs * 2, MAX_CHECK_MS)
  }
  navigator.serviceWorker.addEventListener('controllerchange', () => void check())
  const late = new Promise((resolve) => setTimeout(resolve, FIRST_CHECK_MS))
  await Promise.race([navigator.serviceWorker.ready, late])
  await check()
}

async function isAppSaved(onSaved: () => void): Promise<boolean> {
  const registration = await navigator.serviceWorker.getRegistration(PAGE)
  if (!registration) {
    await registerWorker()
    return false
  }
  if (!registration.active) return false
  if (await caches.match(PAGE, { ignoreVary: true })) return true
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = onSaved
  registration.active.postMessage(SAVE_APP, [port2])
  return false
}
