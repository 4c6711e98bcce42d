import { ensureBuilt, isBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'

/** For tests, benchmark and simulation: every package, and all that is built. */
export async function prepareEverything() {
  await ensureInstalled()
  await ensureBuilt()
}

/** For the server and its commands: what is built already runs without the development packages. */
export async function prepareToRun() {
  if (isBuilt()) await ensureInstalled({ isProduction: true })
  else await prepareEverything()
}
