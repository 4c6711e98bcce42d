import { queueEmail } from '#server/modules/mail/index.ts'
import type { IdentityDeps } from '../deps.ts'
import { hashToken } from '../hash-token.ts'
import { loginRequests } from '../tables.ts'

/**
 * A4: inserts the same rows and returns the same response for every address; the email is sent later.
 * Returns the key that binds the code to the requesting browser.
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
