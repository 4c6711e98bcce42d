import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import type { Product } from '#contract/catalog.ts'
import { newBuyer } from '#tests/support/buyer.ts'
import { freePort } from '#tests/support/free-port.ts'
import { productionSettings } from '#tests/support/production-settings.ts'
import { type Engine, findEngine } from './container-engine.ts'

/** Installing packages and building takes minutes the first time; later the engine's cache has them. */
const BUILD_LIMIT_MS = 15 * 60_000

const engine = findEngine()

if ('reason' in engine) {
  test(`the image was not built and run: ${engine.reason}`, () => {
    expect(engine.reason).toMatch(/^no container engine|has no image/)
  })
} else {
  test(
    'the image sells without rights on a read-only file system',
    () => buildAndSell(engine),
    BUILD_LIMIT_MS,
  )
}

const hardened = ['--read-only', '--tmpfs', '/tmp', '--cap-drop', 'ALL']

async function buildAndSell({ program, base, run }: Engine): Promise<void> {
  const format = program === 'podman' ? ['--format', 'docker'] : []
  run(
    'build',
    ...format,
    '--network',
    'host',
    '--build-arg',
    `NODE_IMAGE=${base}`,
    '-t',
    'carboy-test',
    '.',
  )
  const name = `carboy-test-${randomUUID().slice(0, 8)}`
  const port = await freePort()
  const settings = { ...productionSettings, PORT: String(port), HOST: '127.0.0.1' }
  const env = Object.entries(settings).flatMap(([key, value]) => ['--env', `${key}=${value}`])
  run('run', '--detach', '--name', name, '--network', 'host', ...hardened, ...env, 'carboy-test')
  onTestFinished(() => void run('rm', '--force', '--volumes', name))

  const url = `http://127.0.0.1:${port}`
  const products = await waitForProducts(url)
  const buyer = newBuyer(url, products)
  const deliveryDate = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
  const origin = { origin: settings.PUBLIC_URL }
  const started = await buyer.call('POST', '/api/create-payment-intent', { amount: 20 }, origin)
  expect(started.status).toBe(200)
  expect((await buyer.place(buyer.submission({ deliveryDate }))).status).toBe(201)

  expect(run('exec', name, 'id', '-un')).toBe('carboy')
  expect(run('exec', name, 'node', 'scripts/check-health.mjs')).toBe('')
  expect(run('exec', name, 'npm', 'run', 'backup')).toContain('/data/backups/')
  expect(() => run('exec', name, 'touch', '/shop/x')).toThrow('Read-only file system')
  run('stop', '--time', '15', name)
  expect(run('inspect', '--format', '{{.State.ExitCode}}', name)).toBe('0')
}

async function waitForProducts(url: string): Promise<Product[]> {
  for (let attempt = 0; attempt < 600; attempt++) {
    const response = await fetch(`${url}/api/products`).catch(() => undefined)
    if (response?.ok) return (await response.json()) as Product[]
    await delay(100)
  }
  throw new Error('the container did not start')
}
