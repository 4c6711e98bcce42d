// npm run build: pages, server and mail templates, also when nothing has changed.
import { ensureBuilt } from './bootstrap/build.mjs'
import { ensureInstalled } from './bootstrap/install.mjs'
import { exitWith } from './bootstrap/run.mjs'

try {
  await ensureInstalled()
  await ensureBuilt({ isForced: true })
} catch (error) {
  exitWith(error)
}
