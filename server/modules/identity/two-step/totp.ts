import { createHmac, timingSafeEqual } from 'node:crypto'

/** Time-based one-time passwords (RFC 6238) with the parameters that every authenticator app has. */

const STEP_SECONDS = 30
const DIGITS = 6
/** Accepts the previous and the next code too, because clocks differ. */
const WINDOW = 1

export const toStep = (now: Date): number => Math.floor(now.getTime() / 1000 / STEP_SECONDS)

/** The code of one time step. `digits` differs only in the test vectors of the RFC. */
export function totpCode(secret: Buffer, step: number, digits = DIGITS): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', secret).update(counter).digest()
  const offset = digest.readUInt8(digest.length - 1) & 0xf
  const number = digest.readUInt32BE(offset) & 0x7fffffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

/** Returns the time step of a correct code. Steps up to `lastStep` are used up (rule 37). */
export function findStep(
  secret: Buffer,
  code: string,
  now: Date,
  lastStep: number,
): number | undefined {
  const current = toStep(now)
  let found: number | undefined
  for (let step = current - WINDOW; step <= current + WINDOW; step++) {
    const isEqual = timingSafeEqual(Buffer.from(totpCode(secret, step)), toDigits(code))
    if (isEqual && step > lastStep) found ??= step
  }
  return found
}

/** Exactly as many bytes as a code, so that it can be compared in constant time. */
const toDigits = (code: string) => Buffer.from(code.padEnd(DIGITS).slice(0, DIGITS), 'latin1')

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** RFC 4648 without padding. */
export function toBase32(bytes: Buffer): string {
  let bits = 0
  let buffered = 0
  let text = ''
  for (const byte of bytes) {
    buffered = (buffered << 8) | byte
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += ALPHABET.charAt((buffered >> bits) & 31)
    }
    buffered &= (1 << bits) - 1
  }
  return bits > 0 ? text + ALPHABET.charAt((buffered << (5 - bits)) & 31) : text
}

/** The address in the QR code that an authenticator app reads. */
export function otpauthUrl(issuer: string, account: string, secret: Buffer): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  return `otpauth://totp/${label}?secret=${toBase32(secret)}&issuer=${encodeURIComponent(issuer)}`
}
