import type { Deps } from '../deps.ts'
import type { Mount } from '../http/mount/mount.ts'
import { recoveryRoutes } from '../modules/recovery/index.ts'
import { settingsRoutes } from '../modules/settings/index.ts'
import { compareBooks } from './compare-books.ts'

/** What the owner's settings page shows and changes. */
export function ownerRoutes(mount: Mount, deps: Deps): void {
  settingsRoutes(mount, deps)
  recoveryRoutes(mount, { ...deps, compareBooks: (pause) => compareBooks(deps, pause) })
}
