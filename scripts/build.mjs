// npm run build: pages and mail templates, also when nothing has changed.
import { ensureInstalled } from './bootstrap/install.mjs'
import { exitWith } from './bootstrap/run.mjs'
import { ensureBuilt } from './bootstrap/web-build.mjs'

try {
  await ensureInstalled()
  await ensureBuilt({ isForced: true })
} catch (error) {
  exitWith(error)
}
