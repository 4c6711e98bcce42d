import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run, withProgress } from './run.mjs'

/** The headless shell is first: browser tests take a third less time with it. */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]
const otherPaths = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** Returns the path of Chromium. As root on Debian, installs it if there is none. */
export async function ensureChromium() {
  const existing = findChromium()
  if (existing) return existing

  const isRoot = process.getuid?.() === 0
  if (isRoot && spawnSync('apt-get', ['--version']).status === 0) {
    await withProgress('Installing Chromium', installWithApt)
    const installed = findChromium()
    if (installed) return installed
  }
  throw new Error(`Browser tests need Chromium. ${advice()} or set CHROMIUM_PATH.`)
}

function findChromium() {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH
  const folders = (process.env.PATH ?? '').split(delimiter)
  folders.push('/usr/bin')
  const onPath = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [...onPath, ...otherPaths].find(isExecutable)
}

async function installWithApt() {
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update', '-qq'], { env })
  const install = ['install', '-y', '-qq', '--no-install-recommends']
  // Older systems have no headless-shell package.
  for (const name of ['chromium-headless-shell', 'chromium']) {
    if ((await run('apt-get', [...install, name], { env })) === 0) return
  }
}

function advice() {
  if (process.platform === 'darwin') return 'Run "brew install --cask chromium"'
  if (process.platform === 'win32') return 'Run "winget install Hibbiki.Chromium"'
  return 'Run "sudo apt-get update && sudo apt-get install -y chromium"'
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
