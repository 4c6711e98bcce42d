// npm run build: builds pages, server and email templates even if nothing has changed.
import { ensureBuilt } from './bootstrap/build.mjs'
import { ensureInstalled } from './bootstrap/install.mjs'
import { exitWith } from './bootstrap/run.mjs'

try {
  await ensureInstalled()
  await ensureBuilt({ isForced: true })
} catch (error) {
  exitWith(error)
}
