import { queryOptions } from '@tanstack/react-query'
import type {
  ErasurePreview,
  erasePersonalData as erasePersonalDataEndpoint,
  exportPersonalData as exportPersonalDataEndpoint,
  listSessions,
  ProfileForm,
  previewErasure,
  readProfile,
  Session,
  signOutEverywhere as signOutEverywhereEndpoint,
  updateProfile as updateProfileEndpoint,
} from '#contract/identity.ts'
import { apiPaths } from '#contract/paths.ts'
import { adaptErasurePreview } from './adapt/account.ts'
import { toRows } from './adapt/own-rows.ts'
import { adaptProfile, type KnownProfile } from './adapt/users.ts'
import { call } from './client.ts'

export const profileQuery = queryOptions({
  queryKey: [apiPaths.profile],
  queryFn: async ({ signal }): Promise<KnownProfile> =>
    adaptProfile(await call<typeof readProfile>({ method: 'GET', path: apiPaths.profile }, signal)),
})

export function updateProfile(body: ProfileForm): Promise<unknown> {
  return call<typeof updateProfileEndpoint>({ method: 'PATCH', path: apiPaths.profile, body })
}

export const sessionsQuery = queryOptions({
  queryKey: [apiPaths.sessions],
  queryFn: async ({ signal }): Promise<readonly Session[]> => {
    const sessions = await call<typeof listSessions>(
      { method: 'GET', path: apiPaths.sessions },
      signal,
    )
    return toRows(sessions)
  },
})

export function signOutEverywhere() {
  return call<typeof signOutEverywhereEndpoint>({ method: 'DELETE', path: apiPaths.sessions })
}

export function exportPersonalData() {
  return call<typeof exportPersonalDataEndpoint>({ method: 'GET', path: apiPaths.personalData })
}

export const erasurePreviewQuery = queryOptions({
  queryKey: [apiPaths.erasurePreview],
  queryFn: async ({ signal }): Promise<ErasurePreview> => {
    const request = { method: 'GET', path: apiPaths.erasurePreview } as const
    return adaptErasurePreview(await call<typeof previewErasure>(request, signal))
  },
  // Orders change while the page is open.
  staleTime: 0,
})

export function erasePersonalData() {
  return call<typeof erasePersonalDataEndpoint>({ method: 'DELETE', path: apiPaths.personalData })
}
