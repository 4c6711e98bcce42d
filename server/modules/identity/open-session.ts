import type { Tx } from '#server/db/client.ts'
import type { IdentityDeps } from './deps.ts'
import { hashToken } from './read-session.ts'
import { SESSION_LIFETIME_MS } from './rules.ts'
import { sessions } from './tables.ts'

type Holder = { customerId: string } | { staffId: string }

const LONGEST_BROWSER_NAME = 200

export type OpenedSession = { token: string; maxAgeSeconds: number }

/** A new session at each login; the token leaves in the cookie and is kept as a hash alone. */
export async function openSession(
  tx: Tx,
  { clock, random }: Pick<IdentityDeps, 'clock' | 'random'>,
  holder: Holder,
  browser: string,
): Promise<OpenedSession> {
  const token = random.token(32)
  const now = clock.now()
  const lifetime = SESSION_LIFETIME_MS['staffId' in holder ? 'admin' : 'customer']
  await tx.insert(sessions).values({
    id: random.uuid(),
    tokenHash: hashToken(token),
    ...holder,
    browser: browser.slice(0, LONGEST_BROWSER_NAME),
    createdAt: now,
    expiresAt: new Date(now.getTime() + lifetime),
  })
  return { token, maxAgeSeconds: lifetime / 1000 }
}
