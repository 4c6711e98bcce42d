import { describe, expect, test } from 'vitest'
import { pageRoutes } from '#contract/pages.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import { productionSettings } from '#tests/support/production-settings.ts'

const withStripe = {
  PAYMENTS: 'stripe',
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  STRIPE_API_BASE: 'http://127.0.0.1:1',
}

const pages = Object.values(pageRoutes).map((path) => path.replace(':orderId', '1'))
const withCardForm = ['/checkout', '/pay/1', '/agree/:token']

const get = (shop: TestShop, path: string) => fetch(`${shop.url}${path}`)

async function getPolicy(shop: TestShop, path: string) {
  const text = (await get(shop, path)).headers.get('content-security-policy') ?? ''
  const parts = text.split('; ').map((part) => part.split(' '))
  return new Map(parts.map(([name = '', ...values]) => [name, values.join(' ')]))
}

describe('B1, B2: the content security policy', () => {
  test('every page has the strict policy with its own nonce, and no inline script', async () => {
    const shop = await openShop()
    const nonces = new Set<string>()

    for (const path of [...pages, '/nowhere']) {
      const response = await get(shop, path)
      const html = await response.text()
      const text = response.headers.get('content-security-policy') ?? ''
      const [, nonce = ''] = /'nonce-([\w-]+)'/.exec(text) ?? []
      nonces.add(nonce)
      expect(text.replace(nonce, '…')).toBe(
        "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-…'; " +
          "style-src-attr 'unsafe-inline'; img-src 'self' data:; font-src 'self'; " +
          `connect-src 'self'; ${withCardForm.includes(path) ? "worker-src 'self'; " : ''}` +
          "manifest-src 'self'; form-action 'self'; base-uri 'none'; " +
          "frame-ancestors 'none'",
      )
      expect(html).toContain(nonce)
      const inline = [...html.matchAll(/<script(?![^>]*\bsrc=)([^>]*)>/g)].map(([, attrs]) => attrs)
      for (const attributes of inline) expect(attributes).toMatch(/type="application\/(ld\+)?json"/)
      expect(html).not.toMatch(/\son\w+="/)
    }
    expect(nonces.size).toBe(pages.length + 1)
  })

  test('Stripe’s hosts are allowed only on pages with a card form, and only with PAYMENTS=stripe', async () => {
    const shop = await openShop({ env: withStripe })

    for (const path of pages) {
      const policy = await getPolicy(shop, path)
      const isCardPage = withCardForm.includes(path)
      expect([path, policy.get('script-src')]).toEqual([
        path,
        isCardPage ? "'self' https://js.stripe.com https://*.js.stripe.com" : "'self'",
      ])
      expect([...policy.values()].join(' ').includes('stripe.com')).toBe(isCardPage)
      expect(policy.get('frame-ancestors')).toBe("'none'")
    }
  })

  test('AU6: the card pages allow every host of Stripe’s security guide, and no other', async () => {
    const guide = {
      'script-src': ['https://js.stripe.com', 'https://*.js.stripe.com'],
      'frame-src': ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
      'connect-src': ['https://api.stripe.com'],
    }
    const live = await openShop({ env: withStripe })
    const staging = await openShop({ env: { ...withStripe, PAYMENTS: 'stripe-test' } })
    for (const shop of [live, staging]) {
      for (const path of withCardForm) {
        const policy = await getPolicy(shop, path)
        const hosts = [...policy].flatMap(([name, values]) => {
          const foreign = values.split(' ').filter((value) => value.startsWith('https:'))
          return foreign.length > 0 ? [[name, foreign]] : []
        })
        expect(Object.fromEntries(hosts)).toEqual(guide)
      }
    }
  })

  test('responses other than pages may not run, load or be framed', async () => {
    const shop = await openShop()

    for (const path of ['/api/products', '/api/nowhere', '/healthz', '/robots.txt', '/%zz']) {
      const { headers } = await get(shop, path)
      expect([path, headers.get('content-security-policy')]).toEqual([
        path,
        "default-src 'none'; frame-ancestors 'none'",
      ])
      expect(headers.get('x-content-type-options')).toBe('nosniff')
    }
  })
})

describe('headers', () => {
  test('every response forbids sniffing, other origins and full referrers; HSTS is set with https', async () => {
    const plain = await openShop()
    const secure = await openShop({ env: productionSettings })

    for (const path of ['/', '/api/products', '/nowhere', '/api/nowhere']) {
      const { headers } = await get(plain, path)
      expect(Object.fromEntries(headers)).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'strict-origin-when-cross-origin',
        'cross-origin-opener-policy': 'same-origin-allow-popups',
        'cross-origin-resource-policy': 'same-origin',
      })
      expect(headers.get('strict-transport-security')).toBeNull()
      expect(headers.get('server')).toBeNull()
      const strict = (await get(secure, path)).headers.get('strict-transport-security')
      expect(strict).toMatch(/max-age=\d{8}/)
    }
    for (const path of ['/order-confirmation?orderId=1', '/pay/1', '/deliveries/x.y']) {
      expect((await get(plain, path)).headers.get('referrer-policy')).toBe('no-referrer')
    }
  })

  test('every response disables unused features; payment is allowed on card pages and for Stripe', async () => {
    const sandbox = await openShop()
    const stripe = await openShop({ env: withStripe })
    const allowed = async (shop: TestShop, path: string) => {
      const features = (await get(shop, path)).headers.get('permissions-policy')?.split(', ') ?? []
      expect(features).toContain('camera=()')
      expect(features).toContain('geolocation=()')
      return features.filter((feature) => !feature.endsWith('=()'))
    }

    for (const path of ['/', '/admin/login', '/nowhere', '/api/products']) {
      expect(await allowed(sandbox, path)).toEqual([])
      expect(await allowed(stripe, path)).toEqual([])
    }
    for (const path of withCardForm) {
      expect(await allowed(sandbox, path)).toEqual(['payment=(self)'])
      expect(await allowed(stripe, path)).toEqual([
        'payment=(self "https://js.stripe.com" "https://*.js.stripe.com" "https://hooks.stripe.com")',
      ])
    }
  })

  test('security.txt has a contact, an existing policy page and an expiry within a year', async () => {
    const shop = await openShop({ now: '2026-03-02T15:00:00Z' })
    const response = await get(shop, '/.well-known/security.txt')
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    const fields = new Map(
      (await response.text()).split('\n').map((line) => line.split(/: (.*)/) as [string, string]),
    )

    expect(fields.get('Contact')).toBe('mailto:hello@carboy.example')
    expect(fields.get('Expires')).toBe('2026-08-29T15:00:00.000Z')
    const policy = new URL(fields.get('Policy') ?? '')
    expect(policy.origin).toBe('http://shop.test')
    expect(await (await get(shop, policy.pathname)).text()).toContain('hello@carboy.example')
    shop.clock.set('2027-03-02T15:00:00Z')
    expect(await (await get(shop, '/.well-known/security.txt')).text()).toContain('Expires: 2027-')
  })

  test('API responses and pages are no-store, hashed assets immutable for a year', async () => {
    const shop = await openShop()
    const html = await (await get(shop, '/')).text()
    const [, asset = ''] = /src="(\/assets\/[^"]+\.js)"/.exec(html) ?? []

    const cacheControl = async (path: string) =>
      (await get(shop, path)).headers.get('cache-control')
    expect(await cacheControl('/api/products')).toBe('no-store')
    expect(await cacheControl('/api/nowhere')).toBe('no-store')
    expect(await cacheControl('/')).toBe('no-store')
    expect(await cacheControl(asset)).toBe('public, max-age=31536000, immutable')
    expect(await cacheControl('/favicon.svg')).not.toContain('immutable')
    for (const path of ['/assets/../../package.json', '/assets/%2e%2e/%2e%2e/package.json']) {
      expect((await get(shop, path)).status).toBe(404)
    }
  })

  test('cookies: HttpOnly and Lax; under https Secure and with the __Host- prefix', async () => {
    const plain = await openShop()
    const secure = await openShop({ env: productionSettings })
    const getCookie = async (shop: TestShop) =>
      (await shop.buyer().startCheckout()).headers
        .getSetCookie()
        .map((line) => line.replace(/=[^;]+/, '=…'))

    expect(await getCookie(plain)).toEqual([
      'checkout=…; Path=/; HttpOnly; SameSite=Lax; Max-Age=2592000',
    ])
    expect(await getCookie(secure)).toEqual([
      '__Host-checkout=…; Path=/; HttpOnly; SameSite=Lax; Max-Age=2592000; Secure',
    ])
    // Under https a cookie without the prefix may come from another subdomain, so it is ignored.
    const ana = secure.buyer()
    await ana.startCheckout()
    const token = ana.cookies.get('__Host-checkout') ?? ''
    const planted = secure.buyer()
    planted.cookies.set('checkout', token)
    expect((await planted.startCheckout()).headers.getSetCookie().join()).not.toContain(token)
  })
})

describe('B3: writes from other sites', () => {
  test('pass with Sec-Fetch-Site same-origin, with our own Origin, or with neither header', async () => {
    const shop = await openShop({ env: productionSettings })
    const { host } = new URL(shop.url)
    const write = async (headers: Record<string, string>) =>
      (await shop.buyer().call('POST', '/api/create-payment-intent', { amount: 9 }, headers)).status

    const passing: Record<string, string>[] = [
      {},
      { 'sec-fetch-site': 'same-origin' },
      { origin: `http://${host}` },
      { origin: `https://${host}` },
      { origin: 'https://shop.test' },
      { 'sec-fetch-site': 'same-site', origin: 'https://shop.test' },
    ]
    for (const headers of passing) expect([headers, await write(headers)]).toEqual([headers, 200])

    const rejected: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'none' },
      { origin: 'https://evil.test' },
      { origin: 'https://shop.test.evil.test' },
      { origin: 'http://shop.test:1' },
      { origin: 'null' },
      { origin: '' },
      { 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' },
    ]
    for (const headers of rejected) expect([headers, await write(headers)]).toEqual([headers, 403])
  })

  test('every write of the API checks the origin, whatever its body; reads do not', async () => {
    const shop = await openShop()
    const cross = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' }
    const id = '11111111-1111-4111-8111-111111111111'

    for (const path of [
      '/api/orders',
      `/api/orders/${id}/payment-intent`,
      '/api/sandbox/payment-intents/pi_1/confirm',
      '/api/sandbox/payment-intents/pi_1/authenticate',
    ]) {
      const { status, body } = await shop.buyer().call('POST', path, '{', cross)
      expect([path, status, body.code]).toEqual([path, 403, 'cross_site'])
    }
    expect((await shop.buyer().call('GET', '/api/products', undefined, cross)).status).toBe(200)
  })
})
