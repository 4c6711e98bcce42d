import { ensureBuilt, isBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'

/** For tests, benchmark and simulation: installs all packages and builds everything. */
export async function prepareEverything() {
  await ensureInstalled()
  await ensureBuilt()
}

/** For the server and its commands: once built, they run without the development packages. */
export async function prepareToRun() {
  if (isBuilt()) await ensureInstalled({ isProduction: true })
  else await prepareEverything()
}
