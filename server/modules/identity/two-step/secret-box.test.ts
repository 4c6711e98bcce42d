import { expect, test } from 'vitest'
import { seededRandom } from '#tests/support/test-runtime.ts'
import { decryptSecret, encryptSecret, secretKeys } from './secret-box.ts'

const random = seededRandom('secret box')
const secret = Buffer.from('twenty bytes of key!')

test('a secret is read with its key and for its account alone', () => {
  const keys = secretKeys('database key', 'operator key')
  const text = encryptSecret(keys, random, 'ana', secret)

  expect(text).not.toContain(secret.toString('base64url'))
  expect(decryptSecret(keys, 'ana', text)).toEqual(secret)
  expect(decryptSecret(keys, 'ben', text)).toBeUndefined()
  expect(decryptSecret(secretKeys('database key', 'changed'), 'ana', text)).toBeUndefined()
  expect(decryptSecret(secretKeys('database key', undefined), 'ana', text)).toBeUndefined()
  for (const broken of ['', 'AAAA', text.slice(0, -4), `AAAA${text.slice(4)}`]) {
    expect(decryptSecret(keys, 'ana', broken), broken).toBeUndefined()
  }
})

test('secrets from before the operator set a key are still read', () => {
  const before = encryptSecret(secretKeys('database key', undefined), random, 'ana', secret)

  expect(decryptSecret(secretKeys('database key', 'set later'), 'ana', before)).toEqual(secret)
})
