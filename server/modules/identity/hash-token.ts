import { hash } from 'node:crypto'

/** Uses a plain hash: tokens are long and random, so they cannot be guessed from it. */
export function hashToken(token: string): string {
  return hash('sha256', token, 'base64url')
}
