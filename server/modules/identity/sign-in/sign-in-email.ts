import { createHmac } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import type { Shop } from '#contract/shop.ts'
import type { BuildEmail, RenderEmail } from '#server/modules/mail/index.ts'
import type { IdentityDeps } from '../deps.ts'
import { hashToken } from '../hash-token.ts'
import { LINK_LIFETIME_MS } from '../rules.ts'
import { loginRequests } from '../tables.ts'

type EmailDeps = IdentityDeps & {
  shop: Shop
  publicUrl: string
  render: RenderEmail
  /** Prints the link in the terminal, in development without a mail server. */
  printLink?: (email: string, url: string) => void
}

/** Generates token and code, and commits their hashes before the email is sent. */
export function signInEmail(deps: EmailDeps): BuildEmail {
  return async (requestId) => {
    const token = deps.random.token(32)
    const code = generateCode(deps.random.token(8))
    const [request] = await deps.db
      .update(loginRequests)
      .set({
        tokenHash: hashToken(token),
        codeHash: hashCode(deps.codeKey, requestId, code),
        codeAttempts: 0,
        expiresAt: new Date(deps.clock.now().getTime() + LINK_LIFETIME_MS),
      })
      .where(and(eq(loginRequests.id, requestId), isNull(loginRequests.usedAt)))
      .returning()
    if (!request) return undefined

    const url = `${deps.publicUrl}/customer/auth/verify?token=${token}`
    deps.printLink?.(request.email, url)
    const { shop, publicUrl } = deps
    return {
      to: request.email,
      ...(await deps.render({ kind: 'sign_in', shop, publicUrl, url, code })),
    }
  }
}

/** Returns six digits. The modulo bias of a 64-bit number is negligible. */
function generateCode(random: string): string {
  const number = Buffer.from(random, 'base64url').readBigUInt64BE() % 1_000_000n
  return number.toString().padStart(6, '0')
}

export function hashCode(key: string, requestId: string, code: string): string {
  return createHmac('sha256', key).update(`${requestId}:${code}`).digest('base64url')
}
