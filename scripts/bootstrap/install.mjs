import { createHash } from 'node:crypto'
import { existsSync, writeFileSync } from 'node:fs'
import { contentOf, inCheckout } from './checkout.mjs'
import { oneAtATime } from './one-at-a-time.mjs'
import { run, StepFailed, withProgress } from './run.mjs'

const stampFile = inCheckout('node_modules', '.carboy-installed')

/** Installs what package-lock.json names, unless exactly that is there already. */
export async function ensureInstalled() {
  if (isInstalled()) return
  await oneAtATime(async () => {
    if (isInstalled()) return
    await withProgress('Installing packages', install)
    writeFileSync(stampFile, wantedStamp())
  })
}

function isInstalled() {
  if (missingForThisMachine().length > 0) return false
  if (contentOf(stampFile)?.toString() === wantedStamp()) return true
  if (!isAsLocked()) return false
  writeFileSync(stampFile, wantedStamp())
  return true
}

function wantedStamp() {
  const lock = createHash('sha256').update(contentOf(inCheckout('package-lock.json')) ?? '')
  return `${lock.digest('hex')} ${process.platform}-${process.arch}\n`
}

/** Someone may have installed by hand: npm leaves a list of what it put into node_modules. */
function isAsLocked() {
  const installed = packagesIn(inCheckout('node_modules', '.package-lock.json'))
  const wanted = packagesIn(inCheckout('package-lock.json'))
  if (!installed || !wanted) return false
  return Object.entries(wanted).every(([path, { version, integrity, optional, devOptional }]) => {
    if (path === '') return true
    const found = installed[path]
    if (!found) return Boolean(optional ?? devOptional)
    return found.version === version && found.integrity === integrity
  })
}

/** npm sometimes leaves out an optional package although it fits the machine. */
function missingForThisMachine() {
  const wanted = packagesIn(inCheckout('package-lock.json')) ?? {}
  const names = Object.keys(wanted['']?.optionalDependencies ?? {})
  return names.filter((name) => {
    const { os, cpu } = wanted[`node_modules/${name}`] ?? {}
    const fits = os?.includes(process.platform) && cpu?.includes(process.arch)
    return fits && !existsSync(inCheckout('node_modules', name, 'package.json'))
  })
}

function packagesIn(lockFile) {
  const content = contentOf(lockFile)
  return content && JSON.parse(content).packages
}

async function install() {
  // Development packages build the pages, also for production; scripts of packages never run.
  const args = ['ci', '--ignore-scripts', '--include=dev', '--include=optional']
  args.push('--no-audit', '--no-fund', '--loglevel=error')
  const npm = process.env.npm_execpath
  const code = npm?.endsWith('.js')
    ? await run(process.execPath, [npm, ...args])
    : await run('npm', args, { shell: process.platform === 'win32' })
  if (code !== 0) throw new StepFailed('Installing packages (npm ci)', code)

  const missing = missingForThisMachine()
  if (missing.length > 0) console.error(`npm left out ${missing.join(', ')}; trying without.`)
}
