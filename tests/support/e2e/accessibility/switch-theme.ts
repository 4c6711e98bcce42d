import { expect, type Page } from '@playwright/test'

/** Shows the theme at once: the transitions of a whole page take the browser seconds. */
export async function switchTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  const rules = await page.evaluateHandle(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('*, ::before, ::after { transition: none !important }')
    document.adoptedStyleSheets.push(sheet)
    return sheet
  })
  await page.emulateMedia({ colorScheme: theme })
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
  await rules.evaluate((sheet) => {
    // Reading a style applies the new colors while the rule still applies.
    getComputedStyle(document.body).getPropertyValue('color')
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((adopted) => adopted !== sheet)
  })
}
