import { expect, test } from 'vitest'
import { findStep, otpauthUrl, toBase32, toStep, totpCode } from './totp.ts'

const secret = Buffer.from('12345678901234567890')

test('rule 37: codes equal the test vectors of RFC 6238 for SHA-1', () => {
  const vectors: [seconds: number, code: string][] = [
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ]
  for (const [seconds, code] of vectors) {
    const step = toStep(new Date(seconds * 1000))
    expect(totpCode(secret, step, 8)).toBe(code)
    expect(totpCode(secret, step)).toBe(code.slice(2))
  }
})

test('a code works one step early and one step late, and no further', () => {
  const now = new Date('2026-03-02T15:00:10Z')
  const step = toStep(now)
  const found = (offset: number) => findStep(secret, totpCode(secret, step + offset), now, 0)
  expect([-2, -1, 0, 1, 2].map(found)).toEqual([undefined, step - 1, step, step + 1, undefined])
})

test('rule 37: the step of an accepted code and all earlier steps are used up', () => {
  const now = new Date('2026-03-02T15:00:10Z')
  const step = toStep(now)
  const code = (offset: number) => totpCode(secret, step + offset)
  expect(findStep(secret, code(0), now, step)).toBeUndefined()
  expect(findStep(secret, code(-1), now, step)).toBeUndefined()
  expect(findStep(secret, code(1), now, step)).toBe(step + 1)
})

test('a code of another length or alphabet is wrong, not an error', () => {
  const now = new Date('2026-03-02T15:00:10Z')
  const code = totpCode(secret, toStep(now))
  for (const wrong of ['', '1', ' ', code.slice(1), 'ünïcödé', '٣٣٣٣٣٣', '000000000000']) {
    expect(findStep(secret, wrong, now, 0), wrong).toBeUndefined()
  }
})

test('secrets are written in the base32 of RFC 4648', () => {
  const vectors = {
    '': '',
    f: 'MY',
    fo: 'MZXQ',
    foo: 'MZXW6',
    foob: 'MZXW6YQ',
    foobar: 'MZXW6YTBOI',
  }
  for (const [text, encoded] of Object.entries(vectors)) {
    expect(toBase32(Buffer.from(text))).toBe(encoded)
  }
  expect(otpauthUrl('Carboy & Sons', 'a+b@example.com', Buffer.from('foobar'))).toBe(
    'otpauth://totp/Carboy%20%26%20Sons:a%2Bb%40example.com?secret=MZXW6YTBOI&issuer=Carboy%20%26%20Sons',
  )
})
