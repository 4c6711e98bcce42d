import type { Deps } from '../deps.ts'
import type { Mount } from '../http/mount/mount.ts'
import { type PauseRow, recoveryRoutes } from '../modules/recovery/index.ts'
import { settingsRoutes } from '../modules/settings/index.ts'
import { backupStore } from './backup-store.ts'
import { compareBooks } from './compare-books.ts'

/** Endpoints of the owner's settings page. */
export function ownerRoutes(mount: Mount, deps: Deps): void {
  settingsRoutes(mount, deps)
  const compare = (pause: PauseRow) => compareBooks(deps, pause)
  recoveryRoutes(mount, { ...deps, compareBooks: compare, store: backupStore(deps) })
}
