import type { Page } from '@playwright/test'
import axe from 'axe-core'

declare global {
  interface Window {
    axe: typeof axe
  }
}

/** Rules about colors, which are checked again in dark mode. */
const colorRules = ['color-contrast', 'link-in-text-block']

/** Rules that compare parts of a page with each other. */
const outlineRules = [
  'bypass',
  'document-title',
  'empty-heading',
  'heading-order',
  'html-has-lang',
  'html-lang-valid',
  'landmark-banner-is-top-level',
  'landmark-complementary-is-top-level',
  'landmark-contentinfo-is-top-level',
  'landmark-main-is-top-level',
  'landmark-no-duplicate-banner',
  'landmark-no-duplicate-contentinfo',
  'landmark-no-duplicate-main',
  'landmark-one-main',
  'landmark-unique',
  'meta-viewport',
  'page-has-heading-one',
  'region',
  'skip-link',
]

/** The parts that axe checks: elements and colors by their keys in `window.pageParts`. */
export type UncheckedParts = { elements: string[]; colors: string[]; hasNewOutline: boolean }

/**
 * Runs axe on these parts of the page, and returns the violations. Undefined if the page has since
 * replaced one of them.
 */
export async function runAxe(page: Page, unchecked: UncheckedParts): Promise<string[] | undefined> {
  // axe stays in its document.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(
    async ({ elements, colors, hasNewOutline, colorRules, outlineRules }) => {
      const find = (keys: string[], parts = new Map<string, Element>()) =>
        keys.flatMap((key) => parts.get(key) ?? [])
      const run = async (include: Element[], rules: object) => {
        const options = { resultTypes: ['violations' as const], iframes: false, ...rules }
        const { violations } = await window.axe.run({ include }, options)
        return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target)}`)
      }
      const only = (values: string[]) => ({ runOnly: { type: 'rule', values } })
      const except = (ids: string[]) => ({
        rules: Object.fromEntries(ids.map((id) => [id, { enabled: false }])),
      })

      const newElements = new Set(find(elements, window.pageParts?.elements))
      const outermost = [...newElements].filter(
        ({ parentElement }) => !(parentElement && newElements.has(parentElement)),
      )
      const texts = find(colors, window.pageParts?.colors)
      const runs = [
        { include: outermost, rules: except([...colorRules, ...outlineRules]) },
        { include: texts, rules: only(colorRules) },
        { include: hasNewOutline ? [document.documentElement] : [], rules: only(outlineRules) },
      ]
      const isReplaced = () => [...newElements, ...texts].some(({ isConnected }) => !isConnected)
      const found: string[] = []
      for (const { include, rules } of runs) {
        if (isReplaced()) return undefined
        if (include.length > 0) found.push(...(await run(include, rules)))
      }
      return isReplaced() ? undefined : found
    },
    { ...unchecked, colorRules, outlineRules },
  )
}
