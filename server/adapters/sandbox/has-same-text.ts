import { timingSafeEqual } from 'node:crypto'

/** Compares secrets in a time that reveals only whether their lengths are the same. */
export function hasSameText(received: string, expected: string): boolean {
  const [left, right] = [Buffer.from(received), Buffer.from(expected)]
  return left.length === right.length && timingSafeEqual(left, right)
}
