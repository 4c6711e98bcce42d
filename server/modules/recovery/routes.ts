import * as contract from '#contract/staff/recovery.ts'
import type { Mount } from '#server/http/mount/mount.ts'
import { findPause, type PauseRow } from './pause.ts'
import { type ResumeDeps, resumeShop } from './resume-shop.ts'

type RouteDeps = ResumeDeps & { liveShop: { reload(): Promise<void> } }

export function recoveryRoutes(mount: Mount, deps: RouteDeps): void {
  mount(contract.readPause, async () => {
    const pause = await findPause(deps.db)
    return { pause: pause ? toPause(pause) : null }
  })
  mount(contract.resumeShop, async ({ user, body }) => {
    const ended = await resumeShop(deps, { actor: user, isForced: body?.force ?? false })
    await deps.liveShop.reload()
    return { comparison: ended.isForced ? null : ended.comparison }
  })
}

const toPause = ({ startedAt, backupTakenAt }: PauseRow) => ({
  startedAt: startedAt.toISOString(),
  backupTakenAt: backupTakenAt.toISOString(),
})
