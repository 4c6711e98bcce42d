import { queueEmail } from '#server/modules/mail/index.ts'
import type { IdentityDeps } from '../deps.ts'
import { hashToken } from '../hash-token.ts'
import { loginRequests } from '../tables.ts'

/**
 * A4: the same rows, the same mail and the same answer for every address; the mail leaves after the
 * answer. Gives the key that ties the code to the browser that asked.
 */
export async function requestLink(deps: IdentityDeps, email: string): Promise<string> {
  const browserToken = deps.random.token(32)
  const id = deps.random.uuid()
  await deps.db.transaction(async (tx) => {
    await tx.insert(loginRequests).values({
      id,
      email: email.toLowerCase(),
      browserHash: hashToken(browserToken),
      createdAt: deps.clock.now(),
    })
    await queueEmail(tx, deps, { kind: 'sign_in', subjectId: id })
  })
  return browserToken
}
