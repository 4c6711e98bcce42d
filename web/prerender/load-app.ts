import { PRODUCTS_PATH } from '#web/api/products-path.ts'

/**
 * Loads the home page's code and products after the hero image is shown. On a slow connection they
 * would share the bandwidth, and on a slow phone the processor, which delays the image without
 * loading the code any sooner.
 */
const MAX_WAIT_MS = 3_000
const interactionEvents = ['pointerdown', 'keydown'] as const

let isStarted = false

function loadApp() {
  if (isStarted) return
  isStarted = true
  const list = document.getElementById('page-code')?.textContent ?? '[]'
  const [entry, ...files] = JSON.parse(list) as string[]
  if (!entry) return
  const script = document.createElement('script')
  Object.assign(script, { type: 'module', crossOrigin: '', src: entry })
  const code = files.map((href) => newLink({ rel: 'modulepreload', crossOrigin: '', href }))
  // Uses the code's own request, so that it is sent only once.
  const products = newLink({
    rel: 'preload',
    as: 'fetch',
    crossOrigin: 'use-credentials',
    href: PRODUCTS_PATH,
  })
  document.head.append(script, ...code, products)
}

const newLink = (attributes: Partial<HTMLLinkElement>) =>
  Object.assign(document.createElement('link'), attributes)

/** The second frame starts once the first one, which shows the image, is painted. */
const loadAppAfterPaint = () => requestAnimationFrame(() => requestAnimationFrame(loadApp))

function waitForImage() {
  const image = document.querySelector<HTMLImageElement>('img[fetchpriority="high"]')
  if (!image || image.complete) return loadAppAfterPaint()
  image.addEventListener('load', loadAppAfterPaint)
  image.addEventListener('error', loadAppAfterPaint)
}

if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', waitForImage)
else waitForImage()
// Hidden pages paint nothing, and an image may never load.
setTimeout(loadApp, MAX_WAIT_MS)
for (const type of interactionEvents) document.addEventListener(type, loadApp, { once: true })
