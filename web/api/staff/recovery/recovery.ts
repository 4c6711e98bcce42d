import { queryOptions } from '@tanstack/react-query'
import { apiPaths } from '#contract/paths.ts'
import type {
  BackupForm,
  backUpNow as backUpNowEndpoint,
  readBackups,
  readPause,
  resumeShop as resumeShopEndpoint,
  updateBackups as updateBackupsEndpoint,
} from '#contract/staff/recovery.ts'
import { call } from '../staff-client.ts'

export const pauseQuery = queryOptions({
  queryKey: [apiPaths.adminPause],
  queryFn: ({ signal }) =>
    call<typeof readPause>({ method: 'GET', path: apiPaths.adminPause }, signal),
  refetchOnMount: 'always',
})

type Resume = { force: boolean; queuedEmails: 'send' | 'discard' }

/** `force` resumes even if the books can't be compared with the card provider's, or differ. */
export const resumeShop = (body: Resume) =>
  call<typeof resumeShopEndpoint>({
    method: 'POST',
    path: apiPaths.adminResume,
    body,
  })

export const backupsQuery = queryOptions({
  queryKey: [apiPaths.adminBackups],
  queryFn: ({ signal }) =>
    call<typeof readBackups>({ method: 'GET', path: apiPaths.adminBackups }, signal),
  staleTime: 0,
})

export const updateBackups = (body: BackupForm) =>
  call<typeof updateBackupsEndpoint>({ method: 'PATCH', path: apiPaths.adminBackups, body })

export const backUpNow = () =>
  call<typeof backUpNowEndpoint>({
    method: 'POST',
    path: apiPaths.adminBackups,
    body: { verify: true },
  })
