import type { Tx } from '#server/db/client.ts'
import type { IdentityDeps } from '../deps.ts'
import { hashToken } from '../hash-token.ts'
import { SESSION_LIFETIME_MS } from '../rules.ts'
import { sessions } from '../tables.ts'

export type SessionHolder = { customerId: string } | { staffId: string }

export type NewSession = { id: string; token: string; maxAgeSeconds: number }

/** Creates a session at each login. Only the hash of the cookie's token is stored (rule 19). */
export async function createSession(
  tx: Tx,
  { clock, random }: Pick<IdentityDeps, 'clock' | 'random'>,
  holder: SessionHolder,
  browser: string,
): Promise<NewSession> {
  const id = random.uuid()
  const token = random.token(32)
  const now = clock.now()
  const lifetime = SESSION_LIFETIME_MS['staffId' in holder ? 'admin' : 'customer']
  await tx.insert(sessions).values({
    id,
    tokenHash: hashToken(token),
    ...holder,
    browser,
    confirmedAt: 'staffId' in holder ? now : null,
    createdAt: now,
    expiresAt: new Date(now.getTime() + lifetime),
  })
  return { id, token, maxAgeSeconds: lifetime / 1000 }
}
