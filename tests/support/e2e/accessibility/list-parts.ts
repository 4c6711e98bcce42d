import type { Page } from '@playwright/test'

/** Keys of what axe judges on a page. Equal keys get the same verdict. */
export type PageParts = {
  /** Tags and attributes: one key for all rows of a table that differ in their text only. */
  elements: string[]
  /** Text color, size and background: one key for all texts that look the same. */
  colors: string[]
  /** Classes: one key for all elements that look the same, in light and in dark mode. */
  looks: string[]
  /** Headings and landmarks, which some rules compare with each other. */
  outline: string
}

declare global {
  interface Window {
    /** An element of each key. */
    pageParts?: { elements: Map<string, Element>; colors: Map<string, Element> }
  }
}

/** Lists the visible parts of the page. `window.pageParts` has an element of each. */
export function listParts(page: Page): Promise<PageParts> {
  return page.evaluate(() => {
    const states = [':disabled', ':checked', ':required', ':placeholder-shown']
    /** Their values differ from element to element. What matters is that there is one. */
    const values =
      /^(href|src|alt|title|value|placeholder|aria-(label|row\w+|posinset|setsize|value\w+))$/
    const references =
      /^(for|headers|aria-(labelledby|describedby|controls|owns|activedescendant))$/
    const ignored =
      /^(id|class|style|srcset|name|datetime|data-.*|d|points|transform|width|height|[cr]?[xyr]\d?)$/
    const textStyles = ['color', 'font-size', 'font-weight', 'text-decoration-line', 'text-shadow']
    const backgroundStyles = ['background-color', 'background-image', 'opacity', 'position']

    const elements = new Map<string, Element>()
    const colors = new Map<string, Element>()
    const looks = new Set<string>()
    visit(document.documentElement, { key: `${innerWidth}`, behind: '', look: '' })
    window.pageParts = { elements, colors }
    const marks = document.querySelectorAll('h1,h2,h3,h4,h5,h6,main,nav,header,footer,aside,[role]')
    const outline = [...marks].map(({ tagName, role }) => `${tagName} ${role}`)
    return {
      elements: [...elements.keys()],
      colors: [...colors.keys()],
      looks: [...looks],
      outline: `${innerWidth} ${[...new Set(outline)]}`,
    }

    type Keys = { key: string; behind: string; look: string }

    function visit(element: Element, parent: Keys): void {
      // Parts that a modal dialog covers have their own check.
      if (element.matches('[data-aria-hidden="true"]')) return
      if (!element.checkVisibility({ visibilityProperty: true })) return
      const hasText = [...element.childNodes].some(
        ({ nodeType, nodeValue }) => nodeType === Node.TEXT_NODE && nodeValue?.trim(),
      )
      const key = hash(`${parent.key} ${describeElement(element)} ${hasText}`)
      if (!elements.has(key)) elements.set(key, element)
      const style = getComputedStyle(element)
      const read = (names: string[]) => names.map((name) => style.getPropertyValue(name)).join()
      const isDisabled = element.matches(':disabled, [aria-disabled="true"]')
      const behind = hash(`${parent.behind} ${read(backgroundStyles)} ${isDisabled}`)
      if (hasText || element.matches('input, textarea')) {
        const color = hash(`${behind} ${element.tagName} ${read(textStyles)}`)
        if (!colors.has(color)) colors.set(color, element)
      }
      const look = hash(`${parent.look} ${element.getAttribute('class')} ${style.color}`)
      looks.add(look)
      for (const child of element.children) visit(child, { key, behind, look })
    }

    function describeElement(element: Element): string {
      const labels = 'labels' in element && (element.labels as NodeList | null)?.length
      return [
        element.tagName,
        labels,
        ...states.filter((state) => element.matches(state)),
        ...[...element.attributes].map(describeAttribute).sort(),
      ].join()
    }

    function describeAttribute({ name, value }: Attr): string {
      if (ignored.test(name)) return ''
      if (values.test(name)) return `${name} ${value.trim() !== ''}`
      if (references.test(name)) {
        return `${name} ${value.split(' ').every((id) => document.getElementById(id))}`
      }
      return `${name} ${value}`
    }

    /** FNV-1a. */
    function hash(text: string): string {
      let value = 0x811c9dc5
      for (let n = 0; n < text.length; n += 1) {
        value = Math.imul(value ^ text.charCodeAt(n), 0x01000193)
      }
      return value.toString(36)
    }
  })
}
