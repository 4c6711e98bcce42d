import { expect, test } from 'vitest'
import { ownAddress } from './own-address.ts'

const origin = 'https://shop.example'

test('an address of this site is gone back to', () => {
  expect(ownAddress('https://shop.example/customer/billing', origin)).toBe(
    'https://shop.example/customer/billing',
  )
  expect(ownAddress('/customer/billing', origin)).toBe('https://shop.example/customer/billing')
})

test.each([
  'https://elsewhere.example/customer/billing',
  '//elsewhere.example',
  'javascript:alert(1)',
  'http://shop.example/',
  '',
  null,
])('%s is not', (address) => {
  expect(ownAddress(address, origin)).toBeUndefined()
})
