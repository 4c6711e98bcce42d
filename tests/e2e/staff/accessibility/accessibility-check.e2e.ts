import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from '#tests/support/e2e/base-test.ts'
import { expectAccessibleInBothThemes } from '#tests/support/e2e/staff.ts'

/** axe skips what has passed before; a page that has passed must fail with any of these. */
const faults = {
  'color-contrast': '<p style="color: #bbb; background-color: #fff">Faint</p>',
  'button-name': '<button type="button"></button>',
  label: '<input type="text">',
  'aria-valid-attr-value': '<button aria-expanded="perhaps">Neither</button>',
  'aria-required-children': '<div role="list"><button>No item</button></div>',
  'heading-order': '<h5>Three levels too low</h5>',
  'landmark-no-duplicate-main': '<div role="main">A second one</div>',
}

async function openLogin(page: Page): Promise<void> {
  await page.goto('/admin/login')
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
  await expectAccessibleInBothThemes(page)
}

/** Attributes are set one by one, because the page's policy forbids inline styles in HTML. */
async function append(page: Page, html: string): Promise<void> {
  await page.evaluate((source) => {
    const parsed = new DOMParser().parseFromString(source, 'text/html').body.firstElementChild
    if (!parsed) return
    const { color, backgroundColor } = (parsed as HTMLElement).style
    document.querySelector('main')?.append(parsed)
    Object.assign((parsed as HTMLElement).style, { color, backgroundColor })
  }, html)
}

for (const [rule, html] of Object.entries(faults)) {
  test(`a page that was accessible before is not with a fault of ${rule}`, async ({ page }) => {
    await openLogin(page)
    await append(page, html)
    await expect(expectAccessible(page)).rejects.toThrow(rule)
    await expect(expectAccessible(page)).rejects.toThrow(rule)
  })
}

test('a field that was accessible before is not without its label', async ({ page }) => {
  await openLogin(page)
  await page.getByText('Email', { exact: true }).evaluate((label) => label.remove())
  await expect(expectAccessible(page)).rejects.toThrow('label')
})

test('a color that is faint in dark mode only is found there', async ({ page }) => {
  await openLogin(page)
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('[data-theme="dark"] .faint { color: #333 }')
    document.adoptedStyleSheets.push(sheet)
    document.querySelector('h1')?.classList.add('faint')
  })
  await expectAccessible(page)
  await expect(expectAccessibleInBothThemes(page)).rejects.toThrow('color-contrast')
})
