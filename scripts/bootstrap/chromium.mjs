import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run, withProgress } from './run.mjs'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const elsewhere = [
  '/usr/bin/chromium',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** The browser for the tests; as root on Debian it is installed when there is none. */
export async function ensureChromium() {
  const found = findChromium()
  if (found) return found

  const isRoot = process.getuid?.() === 0
  if (isRoot && spawnSync('apt-get', ['--version']).status === 0) {
    await withProgress('Installing Chromium', installWithApt)
    const installed = findChromium()
    if (installed) return installed
  }
  throw new Error(`The browser tests need Chromium: ${advice()}, or set CHROMIUM_PATH.`)
}

function findChromium() {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH
  const folders = (process.env.PATH ?? '').split(delimiter)
  const onPath = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [...elsewhere, ...onPath].find(isExecutable)
}

async function installWithApt() {
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update', '-qq'], { env })
  const args = ['install', '-y', '-qq', '--no-install-recommends', 'chromium']
  await run('apt-get', args, { env })
}

function advice() {
  if (process.platform === 'darwin') return 'run "brew install --cask chromium"'
  if (process.platform === 'win32') return 'run "winget install Hibbiki.Chromium"'
  return 'run "sudo apt-get update && sudo apt-get install -y chromium"'
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
