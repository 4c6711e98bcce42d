import { expect, test } from 'vitest'
import { browserName, isPhone } from './browser-name.ts'

const agents = {
  'Chrome on Windows':
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36',
  'Edge on Windows':
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36 Edg/130.0.0.0',
  'Safari on iPhone':
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
  'Chrome on Android':
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36',
  'Firefox on Linux': 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0',
  'Safari on Mac':
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
}

test.each(Object.entries(agents))('%s is recognized from its user agent', (name, agent) => {
  expect(browserName(agent)).toBe(name)
})

test('an unrecognized browser is called unknown', () => {
  expect(browserName('')).toBe('Unknown browser')
  expect(browserName('curl/8.0')).toBe('Unknown browser')
})

test('phones are distinguished from computers', () => {
  expect(isPhone(agents['Safari on iPhone'])).toBe(true)
  expect(isPhone(agents['Chrome on Android'])).toBe(true)
  expect(isPhone(agents['Safari on Mac'])).toBe(false)
})
