/**
 * Home's code is fetched once its picture is here. On a slow line both would share it, and the page
 * would be seen later; the code would not come any sooner.
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
  const picture = document.querySelector<HTMLImageElement>('img[fetchpriority="high"]')
  if (!picture || picture.complete) return loadApp()
  picture.addEventListener('load', loadApp)
  picture.addEventListener('error', loadApp)
}

if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', waitForImage)
else waitForImage()
setTimeout(loadApp, MAX_WAIT_MS)
for (const sign of interactionEvents) document.addEventListener(sign, loadApp, { once: true })

export {}
