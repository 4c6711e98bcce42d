import { Failure } from '#contract/errors.ts'
import { type Actor, recordAuditEntry } from '#server/modules/audit/index.ts'
import type { IdentityDeps } from '../deps.ts'

type Entry = 'password' | 'code'

/** A wrong password or code in a session may be a guess of someone who has stolen it. */
export function recordWrongEntry(
  deps: Pick<IdentityDeps, 'db' | 'clock'>,
  user: Actor,
  wrong: Entry,
): Promise<void> {
  return deps.db.transaction((tx) =>
    recordAuditEntry(tx, deps, user, {
      action: 'staff.confirmation_failed',
      subjectId: user.id,
      before: {},
      after: { account: user.email, wrong },
    }),
  )
}

export const wrongEntry = (wrong: Entry) =>
  new Failure('invalid', undefined, { [wrong]: `Incorrect ${wrong}` })
