import { createHash } from 'node:crypto'

/** A token is random enough that a plain hash cannot be turned back. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
