import { createHash } from 'node:crypto'

/** Uses a plain hash: tokens are long and random, so they cannot be guessed from it. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
