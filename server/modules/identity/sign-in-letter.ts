import { createHmac } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import type { Shop } from '#contract/shop.ts'
import type { RenderLetter, WriteLetter } from '#server/modules/mail/index.ts'
import type { IdentityDeps } from './deps.ts'
import { hashToken } from './hash-token.ts'
import { LINK_LIFETIME_MS } from './rules.ts'
import { loginRequests } from './tables.ts'

type LetterDeps = IdentityDeps & {
  shop: Shop
  publicUrl: string
  render: RenderLetter
  /** In development, the terminal: a newcomer has no mailbox yet. */
  showLink?: (email: string, url: string) => void
}

/** Draws token and code while the mail is written, and commits their hashes before it leaves. */
export function signInLetter(deps: LetterDeps): WriteLetter {
  return async (requestId) => {
    const token = deps.random.token(32)
    const code = drawCode(deps.random.token(8))
    const [request] = await deps.db
      .update(loginRequests)
      .set({
        tokenHash: hashToken(token),
        codeHash: hashCode(deps.codeKey, requestId, code),
        codeTries: 0,
        expiresAt: new Date(deps.clock.now().getTime() + LINK_LIFETIME_MS),
      })
      .where(and(eq(loginRequests.id, requestId), isNull(loginRequests.usedAt)))
      .returning()
    if (!request) return undefined

    const url = `${deps.publicUrl}/customer/auth/verify?token=${token}`
    deps.showLink?.(request.email, url)
    const { shop, publicUrl } = deps
    return {
      to: request.email,
      ...(await deps.render({ kind: 'sign_in', shop, publicUrl, url, code })),
    }
  }
}

/** Six digits out of random bytes; the first of 64 random bits leaves no bias worth the name. */
function drawCode(random: string): string {
  const number = Buffer.from(random, 'base64url').readBigUInt64BE() % 1_000_000n
  return number.toString().padStart(6, '0')
}

export function hashCode(key: string, requestId: string, code: string): string {
  return createHmac('sha256', key).update(`${requestId}:${code}`).digest('base64url')
}
