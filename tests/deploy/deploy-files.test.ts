import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { freshDatabase } from '#tests/support/database/fresh-database.ts'
import { freePort } from '#tests/support/free-port.ts'
import { startServer } from '#tests/support/server-process.ts'

const root = resolve(import.meta.dirname, '..', '..')
const read = (...parts: string[]) => readFileSync(join(root, ...parts), 'utf8')
const findAll = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, found = '']) => found)

const dockerfile = read('Dockerfile')
const image = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '))
const compose = read('compose.yaml')
const unit = read('deploy', 'carboy.service')
const settings = findAll(read('server', 'config', 'environment.ts'), /^ {2}([A-Z_]+):/gm)
const inExample = findAll(read('.env.example'), /^([A-Z_]+)=/gm)

/** Settings of the containers, not of the shop. */
const composeOnly = ['POSTGRES_PASSWORD']

test('.env.example names every setting, and nothing else', () => {
  expect(settings.length).toBeGreaterThan(25)
  expect([...inExample].sort()).toEqual([...settings, ...composeOnly].sort())
})

test('the image runs without rights, has its data on a volume and checks its database', () => {
  expect(image).toMatch(/\nUSER carboy\n/)
  expect(image.indexOf('\nUSER')).toBeGreaterThan(image.lastIndexOf('\nRUN'))
  expect(image).toMatch(/DATA_DIR=\/data\b/)
  expect(image).toMatch(/\nVOLUME \/data\n/)
  expect(image).toMatch(/\nHEALTHCHECK [^\n]*\["node", "scripts\/check-health\.mjs"\]/)
  expect(read('scripts', 'check-health.mjs')).toContain("'/readyz'")
})

test('the Dockerfile copies files that exist and that .dockerignore lets through', () => {
  const sources = [...dockerfile.matchAll(/^COPY (?!--)(.+) \S+$/gm)].flatMap(([, paths = '']) =>
    paths.split(' '),
  )
  const allowed = findAll(read('.dockerignore'), /^!(.+)$/gm)
  expect(sources.length).toBeGreaterThan(8)
  expect(sources.filter((path) => !existsSync(join(root, path)))).toEqual([])
  const isAllowed = (path: string) => allowed.some((name) => `${path}/`.startsWith(`${name}/`))
  expect(sources.filter((path) => !isAllowed(path))).toEqual([])
})

test('the container and the service start the server with the flags of npm start', () => {
  const flags = /const flags = \[(.*)\]/.exec(read('scripts', 'bootstrap', 'run-server.mjs'))?.[1]
  const expected = findAll(flags ?? '', /'([^']+)'/g)
  expect(expected).toHaveLength(3)
  const line = ['node', ...expected, 'dist/server/main.mjs']
  expect(JSON.parse(/\nCMD (.*)\n/.exec(image)?.[1] ?? '')).toEqual(line)
  expect(/\nExecStart=(.*)\n/.exec(unit)?.[1]).toBe(`/usr/bin/${line.join(' ')}`)
})

test('compose.yaml sets what production needs, and takes the rest from .env', () => {
  const named = findAll(compose, /\$\{([A-Z_]+)/g)
  expect(named.filter((name) => !inExample.includes(name))).toEqual([])
  const [app = ''] = /\n {2}app:\n[\s\S]*?\n\n/.exec(compose) ?? []
  for (const line of ['read_only: true', '- ALL', 'no-new-privileges:true', 'data:/data']) {
    expect(app).toContain(line)
  }
  const own = findAll(app, /^ {6}([A-Z_]+): /gm)
  expect(own.filter((name) => !settings.includes(name))).toEqual([])
  expect(own).toEqual(expect.arrayContaining(['NODE_ENV', 'TRUST_PROXY', 'DATABASE_URL']))
  for (const file of findAll(compose, /- \.\/([^:]+):/g))
    expect(existsSync(join(root, file))).toBe(true)
})

test('the service runs as its own user and may write only its data', () => {
  expect(unit).toMatch(/\nUser=carboy\n/)
  for (const line of ['NoNewPrivileges=yes', 'ProtectSystem=strict', 'CapabilityBoundingSet='])
    expect(unit).toContain(`\n${line}\n`)
  expect(unit).toContain('DATA_DIR=/var/lib/carboy')
  expect(unit).toContain('\nStateDirectory=carboy\n')
})

test('the health check passes while the shop and its database respond', async () => {
  const database = await freshDatabase()
  onTestFinished(database.drop)
  const PORT = String(await freePort())
  const check = () =>
    spawnSync(process.execPath, ['scripts/check-health.mjs'], { cwd: root, env: { PORT } }).status
  expect(check()).toBe(1)

  const server = startServer({ DATABASE_URL: database.url, PORT })
  await server.waitUntilUp()
  expect(check()).toBe(0)

  await database.drop()
  expect(check()).toBe(1)
})
