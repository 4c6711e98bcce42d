/** Margins of block elements, in line breaks. */
const blocks: Record<string, { before: number; after: number }> = {
  div: { before: 1, after: 1 },
  p: { before: 2, after: 2 },
  table: { before: 2, after: 2 },
  hr: { before: 2, after: 2 },
  h1: { before: 3, after: 2 },
}

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
  while (at < html.length && at !== -1) {
    if (html.startsWith('<!--', at)) at = html.indexOf('-->', at) + 3
    else {
      const end = html.indexOf('>', at)
      const tag = html.slice(at + 1, end)
      const name = /^\/?[a-z0-9]+/.exec(tag)?.[0] ?? ''
      at = end + 1
      if (name === 'div' && tag.includes(HIDDEN)) at = afterDiv(html, at)
      else if (name === 'br') text.breakLine()
      else if (name === 'a') Object.assign(link, { href: readHref(tag), label: '' })
      else if (name === '/a') text.addLink(link)
      else if (name === 'hr') {
        text.open('hr')
        text.add(LINE)
        text.close('hr')
      } else if (name.startsWith('/')) text.close(name.slice(1))
      else text.open(name)
    }
    const next = html.indexOf('<', at)
    if (next > at) link.label += text.add(decode(html.slice(at, next)))
    at = next
  }
  return text.toString()
}

/** Returns the index after the end of a `div` whose content starts at `start`. */
function afterDiv(html: string, start: number): number {
  const end = html.indexOf('</div>', start) + '</div>'.length
  const inner = html.indexOf('<div', start)
  return inner !== -1 && inner < end
    ? afterDiv(html, afterDiv(html, html.indexOf('>', inner)))
    : end
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
  text.replace(/&(quot|amp|#x27|lt|gt);/g, (entity) => characters[entity] ?? entity)

type Block = {
  before: number
  /** Text of finished child blocks, and the lines after it, split into words. */
  done: string
  lines: string[][]
  /** Pending whitespace before the next word, and pending line breaks before the next text. */
  hasSpace: boolean
  breaks: number
}

const newBlock = (before: number): Block => ({
  before,
  done: '',
  lines: [],
  hasSpace: false,
  breaks: 0,
})

const blockText = ({ done, lines }: Block) =>
  done + lines.map((words) => words.join(' ')).join('\n')

const word = /[^ \t\r\n\f\u200b]+/g
const startsWithSpace = /^[ \t\r\n\f\u200b]/
const endsWithSpace = /[ \t\r\n\f\u200b]$/

class TextBuilder {
  #stack: Block[] = [newBlock(0)]
  #isHeading = false

  get #block(): Block {
    return this.#stack.at(-1) as Block
  }

  open(name: string): void {
    const block = blocks[name]
    if (!block) return
    this.#stack.push(newBlock(block.before))
    if (name === 'h1') this.#isHeading = true
  }

  close(name: string): void {
    const margins = blocks[name]
    const block = margins && this.#stack.length > 1 ? this.#stack.pop() : undefined
    if (!margins || !block) return
    if (name === 'h1') this.#isHeading = false
    const outer = this.#block
    const before = blockText(outer)
    const breaks = Math.max(outer.breaks, block.before)
    outer.lines = []
    if (before) outer.done = `${before}${'\n'.repeat(breaks)}${blockText(block)}`
    else {
      outer.done = blockText(block)
      outer.before = breaks
    }
    outer.breaks = Math.max(block.breaks, margins.after)
  }

  breakLine(count = 1): void {
    const { lines } = this.#block
    if (lines.length === 0) lines.push([])
    for (let added = 0; added < count; added++) lines.push([])
  }

  /** Adds text with collapsed whitespace; returns the words as added. */
  add(text: string, isUpperCase = this.#isHeading): string {
    const block = this.#block
    const words = text.match(word) ?? []
    if (text === '' || (block.breaks > 0 && words.length === 0)) return ''
    if (block.breaks > 0) this.breakLine(block.breaks)
    const added = isUpperCase ? words.map((item) => item.toUpperCase()) : words
    if (block.lines.length === 0 && added.length > 0) block.lines.push([])
    const line = block.lines.at(-1) ?? []
    const isSeparate = block.hasSpace || startsWithSpace.test(text)
    for (const [index, item] of added.entries()) {
      if (index > 0 || isSeparate || line.length === 0) line.push(item)
      else line[line.length - 1] += item
    }
    block.hasSpace = (block.hasSpace && added.length === 0) || endsWithSpace.test(text)
    block.breaks = 0
    return added.join('')
  }

  /** Adds a link's URL after its label, unless they are equal. */
  addLink({ href, label }: { href: string; label: string }): void {
    if (href && href !== label) this.add(label ? ` ${href}` : href, false)
  }

  toString(): string {
    return blockText(this.#block)
  }
}
