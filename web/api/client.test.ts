import { afterEach, expect, test, vi } from 'vitest'
import type { readOrder } from '#contract/orders.ts'
import { apiPaths } from '#contract/paths.ts'
import { call, send } from './client.ts'
import { ApiError } from './request.ts'

type SentRequest = { path: string; init: RequestInit }

/** Replies to all requests with one response, and records the requests. */
function respondWith(body: string, init: ResponseInit = {}): SentRequest[] {
  const sent: SentRequest[] = []
  vi.stubGlobal('fetch', async (path: string, options: RequestInit) => {
    sent.push({ path, init: options })
    return new Response(body || null, init)
  })
  return sent
}

async function catchError(promise: Promise<unknown>): Promise<ApiError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof ApiError)) throw new Error(`expected an ApiError, got ${error}`)
  return error
}

afterEach(() => {
  vi.unstubAllGlobals()
})

test('every request sends cookies, and a JSON content type only with a body', async () => {
  const sent = respondWith('[]')

  await send('GET', '/api/products')
  await send('POST', '/api/orders', { isRecurring: false })

  expect(sent[0]?.init).toEqual({ method: 'GET', credentials: 'include' })
  expect(sent[1]?.init.headers).toEqual({ 'Content-Type': 'application/json' })
  expect(sent[1]?.init.body).toBe('{"isRecurring":false}')
})

test('an id in a path is encoded and cannot add segments', async () => {
  const sent = respondWith('{"id":"x"}')

  const order = await call<typeof readOrder>({
    method: 'GET',
    path: apiPaths.order,
    params: { id: 'a/../b' },
  })

  expect(sent[0]?.path).toBe('/api/orders/a%2F..%2Fb')
  expect(order.id).toBe('x')
})

test('an error response becomes "status: body" and has the body', async () => {
  const body = '{"message":"Look","code":"invalid","fields":{"customerName":"Required","odd":7}}'
  respondWith(body, { status: 400, statusText: 'Bad Request' })

  const error = await catchError(send('POST', '/api/orders', {}))

  expect(error.message).toBe(`400: ${body}`)
  expect(error.status).toBe(400)
  expect(error.body).toMatchObject({ code: 'invalid', message: 'Look' })
})

test('an empty error response becomes "status: status text"', async () => {
  respondWith('', { status: 503, statusText: 'Service Unavailable' })

  const error = await catchError(send('GET', '/api/products'))

  expect(error.message).toBe('503: Service Unavailable')
  expect(error.body).toEqual({})
})

test('an error body that is not a JSON object appears only in the message', async () => {
  respondWith('<h1>Bad gateway</h1>', { status: 502 })
  expect((await catchError(send('GET', '/api/products'))).message).toBe('502: <h1>Bad gateway</h1>')

  respondWith('null', { status: 500 })
  expect((await catchError(send('GET', '/api/products'))).body).toEqual({})
})

test('a response without a body is undefined', async () => {
  respondWith('', { status: 204 })

  expect(await send('DELETE', '/api/admin/trucks/1')).toBeUndefined()
})
