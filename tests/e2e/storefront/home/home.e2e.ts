import { delayResponses, expect, expectAccessible, test } from '#tests/support/e2e/base-test.ts'

test('the home page shows its header, hero, benefits and the three steps', {
  tag: '@core',
}, async ({ page }) => {
  await page.goto('/')

  const header = page.getByRole('banner')
  await expect(header.getByRole('link', { name: 'Carboy Water' })).toHaveAttribute('href', '/')
  const entries = header.getByRole('navigation').getByRole('button')
  await expect(entries).toHaveText(['Products', 'How It Works'])
  const account = header.getByRole('link', { name: 'My Account' })
  await expect(account).toHaveAttribute('href', '/customer/login')
  await expect(header.getByRole('button', { name: 'Cart', exact: true })).toBeVisible()

  await expect(page).toHaveTitle(/Pure water delivered fresh/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pure water delivered fresh')
  const benefits = page.getByRole('region', { name: 'What you can count on' })
  for (const claim of [
    'Simple ordering',
    'Flexible scheduling',
    'Free delivery',
    'Same-day delivery available',
    'No contracts',
  ]) {
    await expect(benefits.getByText(claim, { exact: true })).toBeVisible()
  }

  const steps = page.getByRole('region', { name: 'How It Works' })
  await expect(steps.getByRole('heading', { level: 2 })).toHaveText('How It Works')
  await expect(steps.getByRole('heading', { level: 3 })).toHaveText(['Order', 'Deliver', 'Enjoy'])
  await expect(steps.getByText(/one-time purchase or a weekly, bi-weekly/)).toBeVisible()
  await expect(steps.getByText(/preferred schedule, with real-time order tracking/)).toBeVisible()
  await expect(steps.getByText(/Pause, modify or cancel your subscription/)).toBeVisible()
  await expectAccessible(page)
})

test('the buttons of header and hero scroll to their sections and move the focus', async ({
  page,
}) => {
  await page.goto('/')
  const header = page.getByRole('banner')
  const hero = page.getByRole('main')
  for (const [button, section] of [
    [header.getByRole('button', { name: 'How It Works' }), 'how-it-works'],
    [header.getByRole('button', { name: 'Products' }), 'products'],
    [hero.getByRole('button', { name: 'Learn More' }), 'how-it-works'],
    [hero.getByRole('button', { name: 'Order Now' }), 'products'],
  ] as const) {
    await button.click()
    const place = page.locator(`#${section}`)
    await expect(place).toBeFocused()
    await expect.poll(async () => Math.abs((await place.boundingBox())?.y ?? 999)).toBeLessThan(120)
    await expect.poll(async () => (await header.boundingBox())?.y).toBe(0)
  }
})

test('the lines of the heading stay the same when the web font arrives', async ({ page }) => {
  const release = await delayResponses(page, '**/*.woff2')
  await page.goto('/', { waitUntil: 'commit' })
  const heading = page.getByRole('heading', { level: 1 })
  const measure = async () => {
    const heights: (number | undefined)[] = []
    for (const width of [375, 560, 700, 800, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      // Font sizes follow the width in the next frame.
      await page.evaluate(() => new Promise(requestAnimationFrame))
      await page.evaluate(() => new Promise(requestAnimationFrame))
      heights.push((await heading.boundingBox())?.height)
    }
    return heights
  }
  const isLoaded = () => page.evaluate(() => document.fonts.check('800 16px "Manrope Variable"'))
  await expect(heading).toBeVisible()
  const before = await measure()
  expect(await isLoaded()).toBe(false)

  release()

  await expect.poll(isLoaded).toBe(true)
  expect(await measure()).toEqual(before)
})

test('reduced motion disables animations and transitions', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.addInitScript(() => {
    document.addEventListener('transitionrun', () => reportError(new Error('a transition ran')))
  })
  const release = await delayResponses(page, '/api/products')
  await page.goto('/')
  await expect(page.getByRole('status', { name: 'Loading products' })).toBeVisible()
  release()
  await page.getByRole('button', { name: 'Cart' }).click()
  await expect(page.getByRole('dialog', { name: 'Shopping Cart' })).toBeVisible()

  const longest = await page.evaluate(() =>
    Math.max(
      0,
      ...document
        .getAnimations()
        .map((animation) => Number(animation.effect?.getComputedTiming().endTime)),
    ),
  )

  expect(longest).toBeLessThanOrEqual(1)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Order Now' }).evaluate((it: HTMLElement) => it.click())
  const isThere = await page.evaluate(() => {
    const { top } = document.getElementById('products')?.getBoundingClientRect() ?? { top: 999 }
    return window.scrollY > 0 && top < 200
  })
  expect(isThere).toBe(true)
})
