/**
 * Home's code is fetched once its picture is here. On a slow line both would share it, and the page
 * would be seen later; the code would not come any sooner.
 */
const LONGEST_WAIT_MS = 3_000
const signsOfAPerson = ['pointerdown', 'keydown'] as const

let isStarted = false

function startCode() {
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

function awaitPicture() {
  const picture = document.querySelector<HTMLImageElement>('img[fetchpriority="high"]')
  if (!picture || picture.complete) return startCode()
  picture.addEventListener('load', startCode)
  picture.addEventListener('error', startCode)
}

if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', awaitPicture)
else awaitPicture()
setTimeout(startCode, LONGEST_WAIT_MS)
for (const sign of signsOfAPerson) document.addEventListener(sign, startCode, { once: true })

export {}
