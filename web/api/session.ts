import { queryOptions } from '@tanstack/react-query'
import type {
  logout as logoutEndpoint,
  readMe,
  requestMagicLink as requestMagicLinkEndpoint,
  verifyCode as verifyCodeEndpoint,
} from '#contract/identity.ts'
import { apiPaths } from '#contract/paths.ts'
import { adaptSession, type KnownUser } from './adapt/users.ts'
import { call, send } from './client.ts'
import { hasStatus } from './failures.ts'

/** Null if the user is not logged in; that is not an error here. */
export const sessionQuery = queryOptions({
  queryKey: [apiPaths.me],
  queryFn: async ({ signal }): Promise<{ user: KnownUser } | null> => {
    try {
      return adaptSession(await call<typeof readMe>({ method: 'GET', path: apiPaths.me }, signal))
    } catch (error) {
      if (hasStatus(error, 401) || hasStatus(error, 403)) return null
      throw error
    }
  },
})

export function requestMagicLink(email: string) {
  return call<typeof requestMagicLinkEndpoint>({
    method: 'POST',
    path: apiPaths.magicLink,
    body: { email },
  })
}

/** A link works once, so callers must not retry. */
export function verifyMagicLink(token: string): Promise<unknown> {
  return send('GET', `${apiPaths.verify}?token=${encodeURIComponent(token)}`)
}

export function verifyCode(code: string) {
  return call<typeof verifyCodeEndpoint>({
    method: 'POST',
    path: apiPaths.verifyCode,
    body: { code },
  })
}

export function logout() {
  return call<typeof logoutEndpoint>({ method: 'POST', path: apiPaths.logout })
}
