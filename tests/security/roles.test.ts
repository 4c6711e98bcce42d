import Fastify from 'fastify'
import { expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { buildApp } from '#server/app.ts'
import { replyFailure } from '#server/http/failure-reply.ts'
import { assertRoutesHaveRole, createMount } from '#server/http/mount/mount.ts'
import { openShop } from '#tests/support/open-shop.ts'

const handler = () => 'hello'

test('X2: a route without a declared role stops the start', () => {
  const app = Fastify()
  assertRoutesHaveRole(app)

  expect(() => app.get('/open', { config: { role: 'public' } }, handler)).not.toThrow()
  expect(() => app.get('/forgotten', handler)).toThrow('/forgotten declares no role')
  expect(() => app.get('/empty', { config: {} }, handler)).toThrow('declares no role')
})

test('X2: a staff route without a permission, or one that never checks its role, stops the start', () => {
  const app = Fastify()
  assertRoutesHaveRole(app)
  const onRequest = async () => undefined
  const permission = 'orders.read'

  const checked = { config: { role: 'admin', permission }, onRequest } as const
  expect(() => app.get('/checked', checked, handler)).not.toThrow()
  const forgotten = { config: { role: 'admin' }, onRequest } as const
  expect(() => app.get('/all', forgotten, handler)).toThrow('/all declares no permission')
  const unchecked = { config: { role: 'admin', permission } } as const
  expect(() => app.get('/open', unchecked, handler)).toThrow('/open does not check its role')
})

test('X2: the shop’s app rejects it too, also in a nested plugin', async () => {
  const shop = await openShop()
  const app = await buildApp(shop.deps)
  expect(() => app.post('/api/forgotten', handler)).toThrow('declares no role')

  const nested = app.register(async (scope) => void scope.get('/api/hidden', handler))

  await expect(nested).rejects.toThrow('declares no role')
})

test('X2: the role is checked before the body: an unauthenticated invalid body gets 401', async () => {
  const shop = await openShop()
  const app = Fastify()
  app.setErrorHandler(replyFailure(shop.deps.log))
  const mount = createMount(app, { ...shop.deps, publicUrl: 'http://shop.test', https: false })
  const called: string[] = []
  const shape = { method: 'POST', summary: '', failures: [] } as const
  const endpoints: Endpoint[] = [
    { ...shape, path: '/api/admin', role: 'admin', permission: 'orders.write' },
    { ...shape, path: '/api/customer', role: 'customer' },
  ]
  for (const endpoint of endpoints) mount(endpoint, () => void called.push(endpoint.path))

  for (const { path } of endpoints) {
    const headers = { 'content-type': 'application/json' }
    const reply = await app.inject({ method: 'POST', url: path, headers, payload: '{' })
    expect([path, reply.statusCode, reply.json().code]).toEqual([path, 401, 'not_signed_in'])
  }
  expect(called).toEqual([])
  await app.close()
})
