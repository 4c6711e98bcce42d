import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Backup, Backups as BackupsReply } from '#contract/staff/recovery.ts'
import { backupsQuery } from '#web/api/staff/recovery/recovery.ts'
import { formatDateTime } from '#web/shared/instant.ts'
import { LoadError } from '#web/shared/load-error.tsx'
import { Card } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { SettingsSection } from '../settings-section.tsx'
import { BackUpNow } from './back-up-now.tsx'
import { BackupSchedule } from './backup-schedule.tsx'
import { ResumeShop } from './resume-shop.tsx'

/** How often the page asks whether a new backup was verified. */
const POLL_MS = 3_000
/** Verifying takes minutes on a large shop; afterward, an alert names what failed. */
const MAX_VERIFYING_MS = 15 * 60_000

const isBeingVerified = (latest: Backup | undefined) =>
  latest !== undefined &&
  !latest.verifiedAt &&
  Date.now() - new Date(latest.takenAt).getTime() < MAX_VERIFYING_MS

/** Nightly backups, the last one, and the end of a pause after a restore. */
export function Backups() {
  const { data, error, refetch } = useQuery({
    ...backupsQuery,
    refetchInterval: ({ state }) => isBeingVerified(state.data?.backups[0]) && POLL_MS,
  })
  return (
    <SettingsSection
      title="Backups"
      text="Save all data of your shop in a file. Copy the files to another machine."
    >
      <div className="flex flex-col gap-5">
        <ResumeShop />
        {data ? (
          <Card>
            <LastBackup {...data} />
            <BackupSchedule backups={data} />
          </Card>
        ) : error ? (
          <LoadError
            title="We couldn't load the backups"
            text="Nothing was changed. Try again."
            error={error}
            onRetry={() => void refetch()}
          />
        ) : (
          <Card aria-label="Loading backups" aria-busy className="grid gap-3 p-5 sm:p-7">
            <Skeleton className="h-4 w-40" />
            <Skeleton className="h-12" />
          </Card>
        )}
      </div>
    </SettingsSection>
  )
}

function LastBackup({ backups, isEncrypted }: BackupsReply) {
  const [latest] = backups
  return (
    <div className="flex flex-col gap-4 border-line border-b p-5 sm:p-7">
      {latest ? (
        <dl aria-label="Last backup" className="grid gap-x-6 gap-y-2 text-sm sm:grid-cols-2">
          <Entry label="Last backup">
            <time dateTime={latest.takenAt}>{formatDateTime(latest.takenAt)}</time>
          </Entry>
          <Entry label="Size">{formatBytes(latest.bytes)}</Entry>
          <Entry label="Verified">{verifiedText(latest)}</Entry>
          <Entry label="File">{latest.path}</Entry>
        </dl>
      ) : (
        <p className="text-sm">No backups yet. Take the first one now.</p>
      )}
      {isEncrypted ? null : (
        <p className="text-muted text-sm">
          Backups aren't encrypted. Set BACKUP_KEY on the server to encrypt them.
        </p>
      )}
      <BackUpNow />
    </div>
  )
}

function verifiedText(latest: Backup): string {
  if (latest.verifiedAt) return formatDateTime(latest.verifiedAt)
  return isBeingVerified(latest) ? 'Checking...' : 'Not verified'
}

const formatBytes = (bytes: number) =>
  bytes < 1e6 ? `${Math.max(1, Math.round(bytes / 1e3))} kB` : `${(bytes / 1e6).toFixed(1)} MB`

function Entry({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-muted">{label}</dt>
      <dd className="wrap-anywhere font-semibold">{children}</dd>
    </div>
  )
}
