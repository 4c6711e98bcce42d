/** How far a block keeps from what is before it and behind it, in line breaks. */
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
 * A mail's HTML as text, letter for letter as html-to-text makes it (`markup.test.tsx` compares them),
 * but in one pass over the few elements that mails are made of.
 */
export function plainText(html: string): string {
  const text = new TextBuilder()
  const link = { href: '', words: '' }
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
      else if (name === 'a') Object.assign(link, { href: readHref(tag), words: '' })
      else if (name === '/a') text.addLink(link)
      else if (name === 'hr') {
        text.open('hr')
        text.add(LINE)
        text.close('hr')
      } else if (name.startsWith('/')) text.close(name.slice(1))
      else text.open(name)
    }
    const next = html.indexOf('<', at)
    if (next > at) link.words += text.add(decode(html.slice(at, next)))
    at = next
  }
  return text.toString()
}

/** Behind the end of a `div` whose content begins here. */
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
  /** What is finished, and the lines of words behind it. */
  done: string
  lines: string[][]
  /** A space that the next word begins with, and line breaks that the next text begins with. */
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
    for (let made = 0; made < count; made++) lines.push([])
  }

  /** Adds words, with one space for any number of them; answers the words as added. */
  add(text: string, isShouted = this.#isHeading): string {
    const block = this.#block
    const words = text.match(word) ?? []
    if (text === '' || (block.breaks > 0 && words.length === 0)) return ''
    if (block.breaks > 0) this.breakLine(block.breaks)
    const said = isShouted ? words.map((one) => one.toUpperCase()) : words
    if (block.lines.length === 0 && said.length > 0) block.lines.push([])
    const line = block.lines.at(-1) ?? []
    const isApart = block.hasSpace || startsWithSpace.test(text)
    for (const [index, one] of said.entries()) {
      if (index > 0 || isApart || line.length === 0) line.push(one)
      else line[line.length - 1] += one
    }
    block.hasSpace = (block.hasSpace && said.length === 0) || endsWithSpace.test(text)
    block.breaks = 0
    return said.join('')
  }

  /** After its words a link says where it leads, unless that is what the words say. */
  addLink({ href, words }: { href: string; words: string }): void {
    if (href && href !== words) this.add(words ? ` ${href}` : href, false)
  }

  toString(): string {
    return blockText(this.#block)
  }
}
