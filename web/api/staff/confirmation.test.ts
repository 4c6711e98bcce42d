import { afterEach, expect, test, vi } from 'vitest'
import { provideConfirmation } from './confirmation.ts'
import { send } from './staff-client.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

const rejected = () =>
  new Response('{"message":"Confirm","code":"confirmation_required"}', { status: 403 })

/** Rejects until it is confirmed, and records the bodies that it received. */
function serverThatAsks() {
  const bodies: unknown[] = []
  const state = { isConfirmed: false }
  vi.stubGlobal('fetch', async (_path: string, { body }: RequestInit) => {
    bodies.push(body)
    return state.isConfirmed ? new Response('{"ok":true}') : rejected()
  })
  return { bodies, state }
}

test('a rejected request is sent again after the confirmation, with the same body', async () => {
  const { bodies, state } = serverThatAsks()
  const remove = provideConfirmation(async () => {
    state.isConfirmed = true
    return true
  })

  expect(await send('POST', '/api/admin/x', { amount: 5 })).toEqual({ ok: true })
  expect(bodies).toEqual(['{"amount":5}', '{"amount":5}'])
  remove()
})

test('parallel requests share one dialog', async () => {
  const { state } = serverThatAsks()
  let dialogs = 0
  const remove = provideConfirmation(async () => {
    dialogs += 1
    await new Promise((resolve) => setTimeout(resolve, 20))
    state.isConfirmed = true
    return true
  })

  await Promise.all([1, 2, 3].map((n) => send('POST', `/api/admin/${n}`)))
  expect(dialogs).toBe(1)
  remove()
})

test('without a confirmation the rejection is reported and nothing is repeated', async () => {
  const { bodies } = serverThatAsks()
  const remove = provideConfirmation(async () => false)
  await expect(send('POST', '/api/admin/x')).rejects.toThrow('confirmation_required')
  expect(bodies).toHaveLength(1)
  remove()
  await expect(send('POST', '/api/admin/x')).rejects.toThrow('confirmation_required')
  expect(bodies).toHaveLength(2)
})

test('other rejections ask for nothing', async () => {
  vi.stubGlobal('fetch', async () => new Response('{"code":"not_permitted"}', { status: 403 }))
  const remove = provideConfirmation(() => Promise.reject(new Error('asked')))
  await expect(send('POST', '/api/admin/x')).rejects.toThrow('not_permitted')
  remove()
})
