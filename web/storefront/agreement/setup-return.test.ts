import { expect, test } from 'vitest'
import { readSetupReturn } from './setup-return.ts'

const page = 'https://shop.test/agree/abc'
const secret = 'setup_intent=seti_1&setup_intent_client_secret=seti_1_secret_2'

test.each([
  ['succeeded', true],
  ['failed', false],
  ['', false],
])('the bank sends the customer back with %j', (status, isCardSaved) => {
  const href = `${page}?utm=mail&${secret}&redirect_status=${status}`
  expect(readSetupReturn(href)).toEqual({ href: `${page}?utm=mail`, isCardSaved })
})

test('the link of the email is no return', () => {
  expect(readSetupReturn(`${page}?utm=mail`)).toBeUndefined()
})
