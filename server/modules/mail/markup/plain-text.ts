/** Line breaks around a block element. */
type Margins = { before: number; after: number }

const heading: Margins = { before: 3, after: 2 }
const elements: [string, Margins][] = [
  ['div', { before: 1, after: 1 }],
  ['p', { before: 2, after: 2 }],
  ['table', { before: 2, after: 2 }],
  ['hr', { before: 2, after: 2 }],
  ['h1', heading],
]

/** Margins by the name of a start or end tag. */
const blocks = new Map(
  elements.flatMap(([name, margins]): [string, Margins][] => [
    [name, margins],
    [`/${name}`, margins],
  ]),
)

const HIDDEN = 'data-skip-in-text="true"'
const LINE = '-'.repeat(40)

/**
 * Converts an email's HTML to text with the same output as html-to-text (`markup.test.tsx` compares
 * them). It is faster because it supports only the elements that our emails use, in one pass.
 */
export function plainText(html: string): string {
  const text = new TextBuilder()
  const link = { href: '', label: '' }
  let at = html.indexOf('<body')
  while (at !== -1) {
    const name = tagName(html, at + 1)
    const margins = blocks.get(name)
    if (!margins) {
      if (name === '!') at = html.indexOf('-->', at)
      else if (name === 'br') text.breakLine()
      else if (name === 'a') Object.assign(link, { href: readHref(readTag(html, at)), label: '' })
      else if (name === '/a') text.addLink(link)
    } else if (name.startsWith('/')) text.close(margins)
    else if (name === 'div' && readTag(html, at).includes(HIDDEN)) at = endOfDiv(html, at)
    else {
      text.open(margins)
      if (name === 'hr') {
        text.add(LINE)
        text.close(margins)
      }
    }
    const next = html.indexOf('<', at + 1)
    // Most tags are followed by another one, and then the end of this one need not be found.
    if (next !== -1 && html[next - 1] !== '>')
      link.label += text.add(decode(html.slice(html.indexOf('>', at) + 1, next)))
    at = next
  }
  return text.toString()
}

const readTag = (html: string, at: number) => html.slice(at, html.indexOf('>', at))

/** Reads up to the `>`, space or slash after the name; a comment's name is `!`. */
function tagName(html: string, start: number): string {
  let end = start + 1
  while (html.charCodeAt(end) > SLASH && html[end] !== '>') end++
  return html.slice(start, end)
}
const SLASH = '/'.charCodeAt(0)

/** Returns the index of the tag that closes the `div` at `start`. */
function endOfDiv(html: string, start: number): number {
  const end = html.indexOf('</div>', start + 1)
  const inner = html.slice(start + 1, end).indexOf('<div')
  return inner === -1 ? end : endOfDiv(html, endOfDiv(html, start + 1 + inner))
}

function readHref(tag: string): string {
  const href = decode(/ href="([^"]*)"/.exec(tag)?.[1] ?? '').replace(/^mailto:/, '')
  return href.startsWith('#') ? '' : href
}

const characters: Record<string, string> = {
  '&quot;': '"',
  '&amp;': '&',
  '&#x27;': "'",
  '&lt;': '<',
  '&gt;': '>',
}

const decode = (text: string) =>
  text.includes('&')
    ? text.replace(/&(quot|amp|#x27|lt|gt);/g, (entity) => characters[entity] ?? entity)
    : text

const spaces = new Set(' \t\r\n\f\u200b')
const word = /[^ \t\r\n\f\u200b]+/g
const hasExtraSpace = /[\t\r\n\f\u200b]|^ | {2}| $/

/** Leaves one space between words. */
const collapse = (text: string) =>
  hasExtraSpace.test(text) ? (text.match(word) ?? []).join(' ') : text

type Block = {
  before: number
  text: string
  isLineEmpty: boolean
  /** Pending whitespace before the next word, and pending line breaks before the next text. */
  hasSpace: boolean
  breaks: number
}

const newBlock = (before: number): Block => ({
  before,
  text: '',
  isLineEmpty: true,
  hasSpace: false,
  breaks: 0,
})

class TextBuilder {
  #block = newBlock(0)
  #outerBlocks: Block[] = []
  #isHeading = false

  open(margins: Margins): void {
    this.#outerBlocks.push(this.#block)
    this.#block = newBlock(margins.before)
    if (margins === heading) this.#isHeading = true
  }

  close(margins: Margins): void {
    const outer = this.#outerBlocks.pop()
    if (!outer) return
    if (margins === heading) this.#isHeading = false
    const block = this.#block
    const breaks = Math.max(outer.breaks, block.before)
    if (outer.text) outer.text += '\n'.repeat(breaks) + block.text
    else {
      outer.text = block.text
      outer.before = breaks
    }
    outer.isLineEmpty = true
    outer.breaks = Math.max(block.breaks, margins.after)
    this.#block = outer
  }

  breakLine(count = 1): void {
    this.#block.text += '\n'.repeat(count)
    this.#block.isLineEmpty = true
  }

  /** Adds text with collapsed whitespace; returns the words as added. */
  add(text: string, isUpperCase = this.#isHeading): string {
    const block = this.#block
    const collapsed = collapse(text)
    if (text === '' || (block.breaks > 0 && collapsed === '')) return ''
    if (block.breaks > 0) this.breakLine(block.breaks)
    const words = isUpperCase ? collapsed.toUpperCase() : collapsed
    const isSeparate = block.hasSpace || spaces.has(text.charAt(0))
    if (words !== '') {
      block.text += isSeparate && !block.isLineEmpty ? ` ${words}` : words
      block.isLineEmpty = false
    }
    block.hasSpace = (block.hasSpace && words === '') || spaces.has(text.charAt(text.length - 1))
    block.breaks = 0
    return words
  }

  /** Adds a link's URL after its label, unless they are equal. */
  addLink({ href, label }: { href: string; label: string }): void {
    if (href && href !== label.replaceAll(' ', '')) this.add(label ? ` ${href}` : href, false)
  }

  toString(): string {
    return this.#block.text
  }
}
