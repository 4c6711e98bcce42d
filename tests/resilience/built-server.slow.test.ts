import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { freshDatabase } from '#tests/support/database/fresh-database.ts'
import { freePort } from '#tests/support/free-port.ts'
import { startServer } from '#tests/support/server-process.ts'

const root = resolve(import.meta.dirname, '..', '..')
const inRoot = (...parts: string[]) => join(root, ...parts)
const node20 = inRoot('node_modules', `node20-${process.platform}-${process.arch}`, 'bin', 'node')

/** Node 20 is packaged for Linux only; other systems use the Node that runs the tests. */
const oldest = existsSync(node20) ? { node: node20, major: 'v20.' } : { node: process.execPath }

const programs = [
  { name: 'the built server on Node 20', ...oldest },
  { name: 'the sources', node: process.execPath, file: 'server/main.ts' },
]

test.each(programs)('an order is placed on $name, paid and confirmed by email', async (program) => {
  const database = await freshDatabase()
  onTestFinished(database.drop)
  const { node, file } = program
  const env = { DATABASE_URL: database.url, PORT: String(await freePort()) }
  const server = startServer(env, { node, ...(file && { file }) })
  const products = await server.waitUntilUp()
  const metrics = await (await fetch(`${server.url}/metrics`)).text()
  if ('major' in program) expect(metrics).toContain(`version="${program.major}`)

  const buyer = server.buyer(products)
  const { orderId } = await buyer.buy(buyer.submission({ deliveryDate: inTwoDays() }))

  await expect
    .poll(async () => (await buyer.call<string>('GET', '/dev/mailbox')).body)
    .toContain(`Order ${orderId.slice(0, 8)} is confirmed`)
  server.process.kill('SIGTERM')
  expect(await server.ended).toBe(0)
  expect(server.output()).not.toMatch(/"level":(50|60)/)
})

test('the built server imports only production packages', () => {
  const manifest = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'))
  const installed = Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies })
  const files = ['server', 'mail'].flatMap((folder) =>
    readdirSync(inRoot('dist', folder), { encoding: 'utf8' })
      .filter((name) => name.endsWith('.mjs'))
      .map((name) => inRoot('dist', folder, name)),
  )
  const imported = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/(?:^|;)import[^'"`;]*"([^"]+)"/g)].map(
      ([, name = '']) => name,
    ),
  )
  const packages = imported.filter(
    (name) => !/^(node:|\.)/.test(name) && !builtinModules.includes(name),
  )
  expect(files.length).toBeGreaterThan(4)
  expect(packages.filter((name) => !installed.some((known) => name.startsWith(known)))).toEqual([])
  expect(packages).toContain('fastify')
})

const inTwoDays = () => new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)
