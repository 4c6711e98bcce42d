// npm start: installs and builds what has changed, then runs the shop until it is told to stop.

import { ensureInstalled } from './bootstrap/install.mjs'
import { exitWith } from './bootstrap/run.mjs'
import { runServer } from './bootstrap/run-server.mjs'
import { ensureBuilt } from './bootstrap/web-build.mjs'

try {
  await ensureInstalled()
  await ensureBuilt()
  process.exitCode = await runServer()
} catch (error) {
  exitWith(error)
}
