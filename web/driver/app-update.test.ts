import { afterEach, expect, test, vi } from 'vitest'
import { keepUpToDate } from './app-update.ts'

afterEach(() => void vi.unstubAllGlobals())

/** An open app whose worker has just found a new version. */
async function openApp({
  isIdle,
  controller = {},
}: {
  isIdle: boolean
  controller?: object | null
}) {
  const page = new EventTarget()
  const app = { isIdle, messages: [] as unknown[], reloads: 0 }
  const serviceWorker = Object.assign(new EventTarget(), {
    controller,
    register: async () =>
      Object.assign(new EventTarget(), {
        waiting: { postMessage: (message: unknown) => void app.messages.push(message) },
        installing: null,
        update: async () => undefined,
      }),
  })
  vi.stubGlobal('navigator', { serviceWorker })
  vi.stubGlobal('location', { reload: () => void app.reloads++ })
  vi.stubGlobal('document', new EventTarget())
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('setInterval', () => 0)
  await keepUpToDate(() => app.isIdle)
  const goTo = (screen: 'list' | 'stop') => {
    app.isIdle = screen === 'list'
    page.dispatchEvent(new Event('hashchange'))
  }
  return { app, goTo, takeOver: () => serviceWorker.dispatchEvent(new Event('controllerchange')) }
}

test('rule 55: a new version waits until no stop is open', async () => {
  const { app, goTo, takeOver } = await openApp({ isIdle: false })
  expect(app.messages).toEqual([])
  goTo('list')
  expect(app.messages).toEqual(['take-over'])
  takeOver()
  expect(app.reloads).toBe(1)
})

test('rule 55: a stop that was opened while the new version took over is entered first', async () => {
  const { app, goTo, takeOver } = await openApp({ isIdle: true })
  goTo('stop')
  takeOver()
  expect(app.reloads).toBe(0)
  goTo('stop')
  expect(app.reloads).toBe(0)
  goTo('list')
  expect(app.reloads).toBe(1)
})

test('a page that installed the first worker is reloaded for later versions only', async () => {
  const { app, goTo, takeOver } = await openApp({ isIdle: true, controller: null })
  takeOver()
  goTo('list')
  expect(app.reloads).toBe(0)
  takeOver()
  expect(app.reloads).toBe(1)
})
