/**
 * The service worker of /driver: serves the app from the phone, so that it opens without a network.
 * It never touches requests to the API; what drivers enter is in IndexedDB.
 */

/** Filled in by scripts/build-driver.mjs: the files of this build, and a hash of them. */
declare const __DRIVER_FILES__: readonly string[]
declare const __DRIVER_VERSION__: string

type ExtendableEvent = Event & { waitUntil: (work: Promise<unknown>) => void }
type FetchEvent = ExtendableEvent & {
  request: Request
  respondWith: (response: Promise<Response>) => void
}
type WorkerEvents = {
  install: ExtendableEvent
  activate: ExtendableEvent
  fetch: FetchEvent
  message: ExtendableEvent & { data: unknown; ports: readonly MessagePort[] }
}
declare const self: {
  location: Location
  clients: { claim: () => Promise<void> }
  skipWaiting: () => Promise<void>
  addEventListener: <Type extends keyof WorkerEvents>(
    type: Type,
    listener: (event: WorkerEvents[Type]) => void,
  ) => void
}

const CACHE_PREFIX = 'driver-'
const CACHE = `${CACHE_PREFIX}${__DRIVER_VERSION__}`
const PAGE = '/driver'
const pages = new Set([PAGE, '/driver/', '/driver/sign-in'])
const files = new Set(__DRIVER_FILES__)

self.addEventListener('install', (event) => event.waitUntil(precache()))

async function precache(): Promise<void> {
  const cache = await caches.open(CACHE)
  const fresh = (path: string) => new Request(path, { cache: 'reload' })
  await cache.addAll([PAGE, ...files].map(fresh))
  const html = await (await cache.match(PAGE))?.text()
  // During a deployment the page may come from another version, whose files are not in this cache.
  const scripts = __DRIVER_FILES__.filter((file) => /\.(js|css)$/.test(file))
  if (!scripts.every((file) => html?.includes(file))) {
    await caches.delete(CACHE)
    throw new Error('The page belongs to another version of the app')
  }
}

/** The phone may have deleted the app without its worker. */
async function saveAgain(ports: readonly MessagePort[]): Promise<void> {
  await precache()
  for (const port of ports) port.postMessage('saved')
}

self.addEventListener('activate', (event) => event.waitUntil(takeOver()))

async function takeOver(): Promise<void> {
  for (const name of await caches.keys()) {
    if (name.startsWith(CACHE_PREFIX) && name !== CACHE) await caches.delete(name)
  }
  await self.clients.claim()
}

// The page decides when: a new version must not replace the app in the middle of a stop.
self.addEventListener('message', (event) => {
  if (event.data === 'take-over') event.waitUntil(self.skipWaiting())
  if (event.data === 'save-app') event.waitUntil(saveAgain(event.ports))
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  const isPage = request.mode === 'navigate' && pages.has(pathname)
  if (isPage) event.respondWith(fromCache(PAGE, request))
  else if (files.has(pathname)) event.respondWith(fromCache(pathname, request))
})

async function fromCache(path: string, request: Request): Promise<Response> {
  const cached = await caches.match(path, { cacheName: CACHE, ignoreVary: true })
  return cached ?? fetch(request)
}
