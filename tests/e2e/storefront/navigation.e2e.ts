import type { Page } from '@playwright/test'
import { expect, test } from '#tests/support/e2e/base-test.ts'

/** Delays scripts that are requested from now on, until `release` is called. */
async function holdScripts(page: Page) {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const delayed: string[] = []
  let isDelaying = true
  await page.route('**/assets/*.js', async (route) => {
    if (isDelaying) {
      delayed.push(route.request().url())
      await released
    }
    await route.continue()
  })
  return {
    untilDelayed: () => expect.poll(() => delayed.length).toBeGreaterThan(0),
    holdNoMore: () => {
      isDelaying = false
    },
    release,
  }
}

const footerLink = (page: Page, name: string) =>
  page.getByRole('contentinfo').getByRole('link', { name })

/** Waits until the code of the login page has run and could have navigated. */
async function untilLoginLoaded(page: Page) {
  const findUrl = () =>
    page.evaluate(() => {
      const names = performance.getEntriesByType('resource').map(({ name }) => name)
      return names.find((name) => name.includes('/assets/login-page'))
    })
  await expect.poll(findUrl).toBeDefined()
  const url = (await findUrl()) ?? ''
  await page.evaluate(async (loaded) => {
    await import(loaded)
    await new Promise((resolve) => requestAnimationFrame(resolve))
    await new Promise((resolve) => requestAnimationFrame(resolve))
  }, url)
}

test('of two clicked links the last one wins, even if its page loads first', {
  tag: '@core',
}, async ({ page }) => {
  await page.goto('/privacy-policy')
  await page.waitForLoadState('networkidle')
  const scripts = await holdScripts(page)

  await footerLink(page, 'Find my order').click()
  await scripts.untilDelayed()
  scripts.holdNoMore()
  await footerLink(page, 'Terms of Service').click()
  await expect(page).toHaveURL(/terms-of-service$/)
  scripts.release()
  await untilLoginLoaded(page)

  await expect(page).toHaveURL(/terms-of-service$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms of Service')
})

test('Back cancels a link whose page is still loading', async ({ page }) => {
  await page.goto('/privacy-policy')
  await page.waitForLoadState('networkidle')
  await footerLink(page, 'Terms of Service').click()
  await expect(page).toHaveURL(/terms-of-service$/)
  const scripts = await holdScripts(page)

  await footerLink(page, 'Find my order').click()
  await scripts.untilDelayed()
  await page.goBack()
  await expect(page).toHaveURL(/privacy-policy$/)
  scripts.release()
  await untilLoginLoaded(page)

  await expect(page).toHaveURL(/privacy-policy$/)
})

test('Back restores the place on the page', async ({ page }) => {
  await page.goto('/')
  await page.waitForLoadState('networkidle')
  const scrollTop = () => page.evaluate(() => Math.round(window.scrollY))
  await footerLink(page, 'Terms of Service').scrollIntoViewIfNeeded()
  const place = await scrollTop()
  expect(place).toBeGreaterThan(500)

  await footerLink(page, 'Terms of Service').click()
  await expect(page).toHaveURL(/terms-of-service$/)
  expect(await scrollTop()).toBe(0)
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'How It Works' })).toBeAttached()

  await expect.poll(scrollTop).toBe(place)
})

test('a click with Control opens a new tab and leaves the page', async ({ page, context }) => {
  await page.goto('/privacy-policy')
  await page.waitForLoadState('networkidle')
  const opened = context.waitForEvent('page')

  await footerLink(page, 'Terms of Service').click({ modifiers: ['ControlOrMeta'] })

  await expect(await opened).toHaveURL(/terms-of-service$/)
  await expect(page).toHaveURL(/privacy-policy$/)
})
