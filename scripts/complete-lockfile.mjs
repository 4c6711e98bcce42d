// Adds to package-lock.json the optional packages of other platforms. npm omits those that the
// configured registry does not serve, and `npm ci` then rejects the lockfile.
import { readFileSync, writeFileSync } from 'node:fs'
import { inCheckout } from './bootstrap/checkout.mjs'

const systems = { windows: 'win32' }
const knownSystems = /^(aix|android|darwin|freebsd|linux|netbsd|openbsd|openharmony|sunos|win32)$/
const knownProcessors = /^(arm|arm64|ia32|loong64|mips64el|ppc64|riscv64|s390x|wasm32|x64)$/

const path = inCheckout('package-lock.json')
const lock = JSON.parse(readFileSync(path, 'utf8'))
const { packages } = lock

let added = 0
for (const [parent, { dev, optionalDependencies = {} }] of Object.entries(packages)) {
  for (const [name, range] of Object.entries(optionalDependencies)) {
    if (isResolved(parent, name)) continue
    packages[`node_modules/${name}`] = entryFor(name, range, dev)
    added += 1
  }
}
lock.packages = Object.fromEntries(Object.entries(packages).sort(([a], [b]) => (a < b ? -1 : 1)))
writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`)
console.log(`${added} packages of other platforms added`)

/** Searches the parent folders as Node does. */
function isResolved(parent, name) {
  for (let base = parent; ; base = base.slice(0, Math.max(0, base.lastIndexOf('/node_modules/')))) {
    if (packages[`${base ? `${base}/` : ''}node_modules/${name}`]) return true
    if (base === '') return false
  }
}

function entryFor(name, range, dev) {
  const parts = name.split(/[-_/]/).map((part) => systems[part] ?? part)
  const os = parts.find((part) => knownSystems.test(part))
  const cpu = parts.find((part) => knownProcessors.test(part))
  const libc = /musl/.test(name) ? 'musl' : os === 'linux' && /gnu/.test(name) ? 'glibc' : undefined
  return {
    version: range.replace(/^[\^~=]/, ''),
    ...(dev && { dev }),
    optional: true,
    ...(cpu && { cpu: [cpu] }),
    ...(os && { os: [os] }),
    ...(libc && { libc: [libc] }),
  }
}
