import { expect, type Page } from '@playwright/test'
import { listParts, type PageParts } from './list-parts.ts'
import { addPassed, skipPassed } from './passed-parts.ts'
import { runAxe } from './run-axe.ts'
import { switchTheme } from './switch-theme.ts'
import { waitForAnimations } from './wait-for-animations.ts'

/** Runs axe on what no checked page had before, once the page has loaded its code. */
export async function expectAccessible(page: Page): Promise<void> {
  await withoutMotion(page, () => checkParts(page))
}

/** Checks light and dark mode, which differ in their colors only. Ends in light mode. */
export async function expectAccessibleInBothThemes(page: Page): Promise<void> {
  await withoutMotion(page, async () => {
    const { looks } = await checkParts(page)
    if (skipPassed('look in dark mode', looks).length === 0) return
    await switchTheme(page, 'dark')
    await checkParts(page, { colorsOnly: true })
    await switchTheme(page, 'light')
    addPassed('look in dark mode', looks)
  })
}

async function withoutMotion(page: Page, check: () => Promise<unknown>): Promise<void> {
  await expect(page.locator('main').first()).toBeAttached()
  await expect(page.locator('h1').first()).toBeAttached()
  const release = await freezeToast(page)
  await waitForAnimations(page)
  await check()
  await release()
}

async function checkParts(page: Page, { colorsOnly = false } = {}): Promise<PageParts> {
  const parts = await listParts(page)
  // axe takes longer than loading a page, so it skips what passed on another.
  const elements = colorsOnly ? [] : skipPassed('element', parts.elements)
  const colors = skipPassed('color', parts.colors)
  const hasNewOutline = !colorsOnly && skipPassed('outline', [parts.outline]).length > 0
  if (elements.length + colors.length === 0 && !hasNewOutline) return parts
  const violations = await runAxe(page, { elements, colors, hasNewOutline })
  if (!violations) return checkParts(page, { colorsOnly })
  expect(violations).toEqual([])
  addPassed('element', elements)
  addPassed('color', colors)
  if (hasNewOutline) addPassed('outline', [parts.outline])
  return parts
}

/** Keeps a visible toast open, as if the pointer were over it, until the returned function is called. */
async function freezeToast(page: Page): Promise<() => Promise<void>> {
  const dispatch = (eventType: string) =>
    page.evaluate((type) => {
      const area = document.querySelector('[aria-label="Notifications (F8)"]')
      area?.dispatchEvent(new PointerEvent(type))
    }, eventType)
  await dispatch('pointermove')
  return () => dispatch('pointerleave')
}
