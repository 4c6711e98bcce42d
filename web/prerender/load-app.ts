/**
 * Loads the home page's code after the hero image. On a slow connection both would share the
 * bandwidth, which delays the first paint without loading the code any sooner.
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
  const preloads = files.map((href) =>
    Object.assign(document.createElement('link'), { rel: 'modulepreload', crossOrigin: '', href }),
  )
  document.head.append(...preloads, script)
}

function waitForImage() {
  const image = document.querySelector<HTMLImageElement>('img[fetchpriority="high"]')
  if (!image || image.complete) return loadApp()
  image.addEventListener('load', loadApp)
  image.addEventListener('error', loadApp)
}

if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', waitForImage)
else waitForImage()
setTimeout(loadApp, MAX_WAIT_MS)
for (const type of interactionEvents) document.addEventListener(type, loadApp, { once: true })

export {}
