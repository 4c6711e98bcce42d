import { fillPath } from '#contract/fill-path.ts'
import { pageRoutes } from '#contract/pages.ts'
import { expect, test } from '#tests/support/e2e/base-test.ts'
import { getProducts } from '#tests/support/e2e/orders.ts'

test('home is served with its spinner and without products', { tag: '@core' }, async ({ page }) => {
  const html = await (await page.request.get('/')).text()
  const products = await getProducts(page)

  const markup = html.replace(/<script[\s\S]*?<\/script>/g, '')
  expect(markup).toContain('aria-label="Loading products"')
  expect(markup).toContain('How It Works')
  for (const { name } of products) expect(markup).not.toContain(name)
})

test('search engines get title, description, canonical URL, preview and products', async ({
  page,
}) => {
  const products = await getProducts(page)
  const html = await (await page.request.get('/')).text()
  const base = test.info().project.use.baseURL

  expect(html).toMatch(/<html lang="en">/)
  expect(html).toMatch(/<title>Pure water delivered fresh \| Carboy Water<\/title>/)
  expect(html).toMatch(/<meta name="description" content="Carboy Water delivers [^"]{50,}"/)
  expect(html).toContain(`<link rel="canonical" href="${base}/"`)
  for (const property of ['type', 'site_name', 'title', 'description', 'url', 'image']) {
    expect(html).toMatch(new RegExp(`<meta property="og:${property}" content="[^"]+"`))
  }
  const jsonLd = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? ''
  const shop = JSON.parse(jsonLd)
  expect(shop).toMatchObject({ '@type': 'Store', name: 'Carboy Water' })
  expect(shop.makesOffer).toHaveLength(products.length)
  for (const [index, { name, price }] of products.entries()) {
    expect(shop.makesOffer[index]).toMatchObject({ price, itemOffered: { name } })
  }
  for (const file of ['/sitemap.xml', '/robots.txt', '/manifest.webmanifest', '/favicon.ico']) {
    expect((await page.request.get(file)).status(), file).toBe(200)
  }
})

test('every page can be loaded directly, and its policy forbids inline scripts', async ({
  page,
}) => {
  for (const route of Object.values(pageRoutes)) {
    const path = fillPath(route, { orderId: 'none', sessionId: 'none', token: 'none' })
    const response = await page.request.get(path)
    expect(response.status(), path).toBe(200)
    expect(response.headers()['content-type']).toMatch(/^text\/html/)
    const policy = response.headers()['content-security-policy'] ?? ''
    expect(policy).toMatch(/script-src 'self';/)
    expect(policy).not.toMatch(/script-src[^;]*unsafe|stripe/)
    const scripts = [...(await response.text()).matchAll(/<script\b([^>]*)>/g)].map(
      ([, tag]) => tag,
    )
    for (const tag of scripts) {
      expect(tag, path).toMatch(/src="\/assets\/|type="application\/(ld\+)?json"/)
    }
    const hasThemeScript = scripts.some((tag) => tag?.includes('/assets/before-paint'))
    expect(hasThemeScript, path).toBe(route.startsWith('/admin'))
  }
})

test('no product name is part of another product name', async ({ page }) => {
  const names = (await getProducts(page)).map(({ name }) => name)
  const isPart = (name: string) => names.filter((other) => other.includes(name)).length > 1
  expect(names.filter(isPart)).toEqual([])
})

test('home needs at most 80 kB of JavaScript', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('article').first()).toBeVisible()
  const scripts = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      // Panels load on the first interaction, which a browser may trigger on its own.
      .filter((name) => name.endsWith('.js') && !name.includes('/panels-')),
  )
  let bytes = 0
  for (const script of scripts) {
    const response = await page.request.get(script, { headers: { 'accept-encoding': 'gzip' } })
    expect(response.headers()['content-encoding']).toBe('gzip')
    bytes += Number(response.headers()['content-length'])
  }
  expect(scripts.length).toBeGreaterThan(0)
  expect(bytes).toBeGreaterThan(10_000)
  expect(bytes).toBeLessThanOrEqual(80_000)
})

test('static sections of home are not loaded or rendered again before an interaction', async ({
  page,
}) => {
  const fetched: string[] = []
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname))
  await page.goto('/')
  const benefits = page.getByRole('region', { name: 'What you can count on' })
  await benefits.evaluate((element) => element.setAttribute('data-served', ''))
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(fetched.filter((path) => path.includes('/sections-'))).toEqual([])

  await page.mouse.move(100, 100)
  await page.mouse.move(120, 120)
  await expect.poll(() => fetched.some((path) => path.includes('/sections-'))).toBe(true)
  await expect(benefits).toHaveAttribute('data-served')
  await page.getByRole('link', { name: 'Privacy Policy' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy Policy' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'How It Works' })).toBeVisible()
})

test('static sections of home stay as served if their code cannot be loaded', async ({
  page,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/Failed to load resource|ERR_FAILED/)
  const isRequested = page.waitForRequest('**/assets/*sections-*')
  await page.route('**/assets/*sections-*', (route) => route.abort())
  await page.goto('/')
  await expect(page.getByRole('article').first()).toBeVisible()

  await page.mouse.move(100, 100)
  await page.mouse.move(120, 120)
  await isRequested
  await page.getByRole('button', { name: 'Order Now' }).click()

  await expect(page.locator('#products')).toBeFocused()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pure water delivered fresh')
  await page.getByRole('link', { name: 'Privacy Policy' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy Policy' })).toBeVisible()
})

test('a link to home shows all of it at once', async ({ page }) => {
  await page.goto('/privacy-policy')
  const link = page.getByRole('link', { name: 'Back to Home' })
  // Before hydration the browser follows the link itself, to the prerendered page.
  const isHydrated = (element: Element) =>
    Object.keys(element).some((key) => key.startsWith('__reactProps'))
  await expect.poll(() => link.evaluate(isHydrated)).toBe(true)
  await page.evaluate(() => {
    const headings: string[] = []
    Object.assign(window, { headings })
    new MutationObserver((_, observer) => {
      if (!document.getElementById('products')) return
      observer.disconnect()
      for (const { textContent } of document.querySelectorAll('h1, h2')) headings.push(textContent)
    }).observe(document, { childList: true, subtree: true })
  })
  await link.click()

  // The privacy policy is an article too, so an article does not show that home is open.
  await expect(page.getByRole('heading', { name: 'Choose your water' })).toBeVisible()
  const headings = await page.evaluate(() => (window as unknown as { headings: string[] }).headings)
  expect(headings).toEqual(
    expect.arrayContaining([
      'Pure water delivered fresh',
      'How It Works',
      'Need it today?',
      'Legal',
    ]),
  )
})

test('home requests its code and products once, after its image', async ({ page }) => {
  // The time limit for the image must not end the wait of a busy machine.
  await page.addInitScript(() => {
    const { setTimeout } = window
    window.setTimeout = ((run: () => void, ms?: number) =>
      ms === 3_000 ? 0 : setTimeout(run, ms)) as typeof setTimeout
  })
  const events: string[] = []
  const getPath = (request: { url: () => string }) => new URL(request.url()).pathname
  const isLater = /^\/api\/|^\/assets\/(index|shop|home-page)-/
  page.on('request', (request) => isLater.test(getPath(request)) && events.push(getPath(request)))
  page.on('requestfinished', (request) => {
    if (getPath(request).startsWith('/images/hero')) events.push('image')
  })
  await page.goto('/')
  await expect(page.getByRole('article').first()).toBeVisible()

  expect(events[0]).toBe('image')
  expect(events.filter((event) => event === '/api/products')).toHaveLength(1)
  expect(events.filter((event) => event.includes('/shop-'))).toHaveLength(1)
})

test("home's code loads even if its image never does", async ({ page, expectedConsoleErrors }) => {
  expectedConsoleErrors.push(/Failed to load resource|ERR_FAILED/)
  await page.route('**/images/hero*', (route) => route.abort())
  await page.goto('/')
  await expect(page.getByRole('article').first()).toBeVisible()
})
