import { toStep, totpCode } from '#server/modules/identity/two-step/totp.ts'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Decodes the secret as an authenticator app does. */
function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0'))
  const bytes = bits.join('').match(/.{8}/g) ?? []
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)))
}

/** The code that an authenticator app shows at this time. */
export const appCode = (secret: string, now: Date): string =>
  totpCode(fromBase32(secret), toStep(now))
