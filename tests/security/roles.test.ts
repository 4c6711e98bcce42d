import Fastify from 'fastify'
import { expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { buildApp } from '#server/app.ts'
import { replyFailure } from '#server/http/failure-reply.ts'
import { assertRoutesHaveRole, createMount } from '#server/http/mount/mount.ts'
import { openShop } from '#tests/support/open-shop.ts'

const answer = () => 'hello'

test('X2: a route without a declared role does not start', () => {
  const app = Fastify()
  assertRoutesHaveRole(app)

  expect(() => app.get('/open', { config: { role: 'public' } }, answer)).not.toThrow()
  expect(() => app.get('/forgotten', answer)).toThrow('/forgotten declares no role')
  expect(() => app.get('/empty', { config: {} }, answer)).toThrow('declares no role')
})

test('X2: the shop’s own app refuses it too, in a nested part as well', async () => {
  const shop = await openShop()
  const app = await buildApp(shop.deps)
  expect(() => app.post('/api/forgotten', answer)).toThrow('declares no role')

  const nested = app.register(async (scope) => void scope.get('/api/hidden', answer))

  await expect(nested).rejects.toThrow('declares no role')
})

test('X2: who asks is judged before what was sent: a stranger gets 401 for a body that is none', async () => {
  const shop = await openShop()
  const app = Fastify()
  app.setErrorHandler(replyFailure(shop.deps.log))
  const mount = createMount(app, { ...shop.deps, publicUrl: 'http://shop.test', https: false })
  const called: string[] = []
  const endpoints = (['admin', 'customer'] as const).map(
    (role) =>
      ({
        method: 'POST',
        path: `/api/${role}`,
        role,
        summary: '',
        failures: [],
      }) satisfies Endpoint,
  )
  for (const endpoint of endpoints) mount(endpoint, () => void called.push(endpoint.path))

  for (const { path } of endpoints) {
    const headers = { 'content-type': 'application/json' }
    const reply = await app.inject({ method: 'POST', url: path, headers, payload: '{' })
    expect([path, reply.statusCode, reply.json().code]).toEqual([path, 401, 'not_signed_in'])
  }
  expect(called).toEqual([])
  await app.close()
})
