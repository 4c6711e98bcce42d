import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto'
import type { Random } from '#server/runtime.ts'

const ALGORITHM = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16

/**
 * Keys for secrets in the database, the preferred one first. The operator's key is in no backup of
 * the database. The key of the database alone still reads what was stored before it was set.
 */
export function secretKeys(databaseKey: string, operatorKey: string | undefined): Buffer[] {
  const derive = (input: string) =>
    Buffer.from(hkdfSync('sha256', input, databaseKey, 'staff two-step', 32))
  return operatorKey ? [derive(operatorKey), derive('')] : [derive('')]
}

/** `owner` is bound to the text: it cannot be decrypted for another account. */
export function encryptSecret(
  [key]: readonly Buffer[],
  random: Random,
  owner: string,
  secret: Buffer,
): string {
  if (!key) throw new Error('no key for secrets')
  const iv = Buffer.from(random.token(IV_BYTES), 'base64url')
  const cipher = createCipheriv(ALGORITHM, key, iv).setAAD(Buffer.from(owner))
  const encrypted = Buffer.concat([cipher.update(secret), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString('base64url')
}

/** Returns undefined if no key fits, for instance after the operator's key was changed. */
export function decryptSecret(
  keys: readonly Buffer[],
  owner: string,
  text: string,
): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64url')
  const iv = bytes.subarray(0, IV_BYTES)
  const tag = bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES)
  for (const key of keys) {
    try {
      const decipher = createDecipheriv(ALGORITHM, key, iv, { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(owner))
        .setAuthTag(tag)
      const encrypted = bytes.subarray(IV_BYTES + TAG_BYTES)
      return Buffer.concat([decipher.update(encrypted), decipher.final()])
    } catch {
      // Another key may fit.
    }
  }
  return undefined
}
