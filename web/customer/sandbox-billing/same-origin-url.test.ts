import { expect, test } from 'vitest'
import { sameOriginUrl } from './same-origin-url.ts'

const origin = 'https://shop.example'

test('a URL of this site is returned', () => {
  expect(sameOriginUrl('https://shop.example/customer/billing', origin)).toBe(
    'https://shop.example/customer/billing',
  )
  expect(sameOriginUrl('/customer/billing', origin)).toBe('https://shop.example/customer/billing')
})

test.each([
  'https://elsewhere.example/customer/billing',
  '//elsewhere.example',
  'javascript:alert(1)',
  'http://shop.example/',
  '',
  null,
])('%s is rejected', (url) => {
  expect(sameOriginUrl(url, origin)).toBeUndefined()
})
