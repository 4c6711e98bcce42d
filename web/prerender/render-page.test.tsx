import { expect, test } from 'vitest'
import { pageTokenNames } from '#contract/page-tokens.ts'
import { pageHead, pages, renderPage } from './entry-server.tsx'

const html = new Map(
  await Promise.all(
    pages.map(
      async (page) => [page.file, (await pageHead(page)) + (await renderPage(page.path))] as const,
    ),
  ),
)

const findPage = (file: string) => html.get(file) ?? ''

test.each([...html.keys()])('%s contains no executable script', (file) => {
  const scripts = findPage(file).match(/<script\b[^>]*>/g) ?? []
  expect(scripts.filter((script) => !script.includes('type="application/ld+json"'))).toEqual([])
  expect(findPage(file)).not.toMatch(/\son[a-z]+="/)
})

test.each([...html.keys()])('%s renders all content without a script', (file) => {
  expect(findPage(file)).not.toContain('hidden id="S:')
  expect(findPage(file)).not.toContain('<template')
})

test.each([...html.keys()])('%s uses only tokens that the server replaces', (file) => {
  const tokens = findPage(file).match(/⟦[^⟧]*⟧/g) ?? []
  const known: string[] = pageTokenNames.map((name) => `⟦${name}⟧`)
  expect(tokens.length).toBeGreaterThan(0)
  expect(tokens.filter((token) => !known.includes(token))).toEqual([])
})

test('home is prerendered with its spinner, never with a product', () => {
  const home = findPage('index.html')
  expect(home).toContain('Loading products')
  expect(home).not.toContain('Add to Cart')
  expect(home).not.toMatch(/\$\d/)
})

test.each([
  'at least ⟦shop.cutoffHours⟧ hours before the next delivery',
  'charge your saved card at each delivery',
  'within 48 hours',
  'original payment method within 5-7 business days',
  'capped at the order amount',
])('the terms promise: %s', (promise) => {
  const text = findPage('terms-of-service.html')
    .replace(/<[^>]*>/g, '')
    .replace(/\s+/g, ' ')
  expect(text).toContain(promise)
})

test.each(['privacy-policy.html', 'terms-of-service.html'])(
  '%s shows today as its date, and the contact details',
  (file) => {
    const text = findPage(file).replace(/<[^>]*>/g, '')
    expect(text).toContain('Last updated: ⟦todayLong⟧')
    for (const contact of ['⟦shop.email⟧', '⟦shop.phone⟧', '⟦shop.town⟧'])
      expect(text).toContain(contact)
  },
)
