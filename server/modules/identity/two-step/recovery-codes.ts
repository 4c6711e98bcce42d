import { and, eq, isNull } from 'drizzle-orm'
import { RECOVERY_CODES } from '#contract/staff/two-step.ts'
import type { Tx } from '#server/db/client.ts'
import type { Clock, Random } from '#server/runtime.ts'
import { hashToken } from '../hash-token.ts'
import { staffRecoveryCodes } from '../tables.ts'
import { toBase32 } from './totp.ts'

/** 80 bits, so that a plain hash does not reveal the code. */
const CODE_BYTES = 10

/** Replaces all recovery codes of an account. The new ones are returned this once. */
export async function replaceRecoveryCodes(
  tx: Tx,
  { random }: { random: Random },
  staffId: string,
): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () =>
    toBase32(Buffer.from(random.token(CODE_BYTES), 'base64url')),
  )
  await tx.delete(staffRecoveryCodes).where(eq(staffRecoveryCodes.staffId, staffId))
  await tx
    .insert(staffRecoveryCodes)
    .values(codes.map((code) => ({ staffId, codeHash: hashToken(code) })))
  return codes.map((code) => (code.match(/.{4}/g) ?? []).join('-').toLowerCase())
}

/** Reports whether the code was unused until now. Of parallel uses, one succeeds. */
export async function spendRecoveryCode(
  tx: Tx,
  { clock }: { clock: Clock },
  staffId: string,
  code: string,
): Promise<boolean> {
  const used = await tx
    .update(staffRecoveryCodes)
    .set({ usedAt: clock.now() })
    .where(
      and(
        eq(staffRecoveryCodes.staffId, staffId),
        eq(staffRecoveryCodes.codeHash, hashToken(normalize(code))),
        isNull(staffRecoveryCodes.usedAt),
      ),
    )
    .returning()
  return used.length > 0
}

/** People copy codes with spaces, without dashes or in capitals. */
const normalize = (code: string) => code.replace(/[^a-z0-9]/gi, '').toUpperCase()
