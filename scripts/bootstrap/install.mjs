import { createHash } from 'node:crypto'
import { existsSync, writeFileSync } from 'node:fs'
import { inCheckout, readIfExists } from './checkout.mjs'
import { withExclusiveLock } from './exclusive-lock.mjs'
import { run, StepFailed, withProgress } from './run.mjs'

const installMarker = inCheckout('node_modules', '.carboy-installed')

/**
 * Installs the packages of package-lock.json, unless they are already installed. With `isProduction`
 * only the packages of the built server are required; others may be present.
 */
export async function ensureInstalled({ isProduction = false } = {}) {
  if (isInstalled(isProduction)) return
  await withExclusiveLock(async () => {
    if (isInstalled(isProduction)) return
    await withProgress('Installing packages', () => install(isProduction))
    if (!isProduction) writeFileSync(installMarker, expectedFingerprint())
  })
}

function isInstalled(isProduction) {
  if (missingForThisMachine(isProduction).length > 0) return false
  if (readIfExists(installMarker)?.toString() === expectedFingerprint()) return true
  if (!matchesLockfile(isProduction)) return false
  if (!isProduction) writeFileSync(installMarker, expectedFingerprint())
  return true
}

function expectedFingerprint() {
  const lock = createHash('sha256').update(readIfExists(inCheckout('package-lock.json')) ?? '')
  return `${lock.digest('hex')} ${process.platform}-${process.arch}\n`
}

/** Detects a manual install: npm records the installed packages in node_modules. */
function matchesLockfile(isProduction) {
  const installed = readPackages(inCheckout('node_modules', '.package-lock.json'))
  const locked = readPackages(inCheckout('package-lock.json'))
  if (!installed || !locked) return false
  return Object.entries(locked).every(([path, entry]) => {
    if (path === '' || (isProduction && isForDevelopment(entry, locked))) return true
    const current = installed[path]
    if (!current) return Boolean(entry.optional ?? entry.devOptional)
    return current.version === entry.version && current.integrity === entry.integrity
  })
}

/** For a link, its target entry has the `dev` flag. */
function isForDevelopment({ dev, link, resolved }, packages) {
  return Boolean(link ? packages[resolved]?.dev : dev)
}

/** npm sometimes skips an optional package although it fits the machine. */
function missingForThisMachine(isProduction) {
  const locked = readPackages(inCheckout('package-lock.json')) ?? {}
  const names = Object.entries(locked)
    .filter(([path, { dev }]) => !path.includes('node_modules/') && !(isProduction && dev))
    .flatMap(([, { optionalDependencies = {} }]) => Object.keys(optionalDependencies))
  return names.filter((name) => {
    const { os, cpu } = locked[`node_modules/${name}`] ?? {}
    const fits = os?.includes(process.platform) && cpu?.includes(process.arch)
    return fits && !existsSync(inCheckout('node_modules', name, 'package.json'))
  })
}

function readPackages(lockFile) {
  const content = readIfExists(lockFile)
  return content && JSON.parse(content).packages
}

async function install(isProduction) {
  // Development packages build the server and its pages. Install scripts of packages never run.
  const kinds = [isProduction ? '--omit=dev' : '--include=dev', '--include=optional']
  const args = ['ci', '--ignore-scripts', ...kinds, '--no-audit', '--no-fund', '--loglevel=error']
  const npm = process.env.npm_execpath
  const code = npm?.endsWith('.js')
    ? await run(process.execPath, [npm, ...args])
    : await run('npm', args, { shell: process.platform === 'win32' })
  if (code !== 0) throw new StepFailed('Installing packages (npm ci)', code)

  const missing = missingForThisMachine(isProduction)
  if (missing.length > 0)
    console.error(`npm didn't install ${missing.join(', ')}. Continuing without them.`)
}
