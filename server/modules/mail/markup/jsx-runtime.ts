import { escapeHtml } from '#contract/text/escape-html.ts'

/**
 * Replaces React's JSX runtime in the build, so that templates become plain functions that
 * concatenate strings. The HTML is identical to React's (`markup.test.tsx` compares them).
 */
export type Markup = {
  html: string
  /** React inserts a comment between two adjacent text nodes. */
  startsAsText: boolean
  endsAsText: boolean
  /** The start of `head` or `body`, which React moves to the start of the document. */
  moved?: string
}

type Props = Record<string, unknown>
type Component = (props: Props) => Markup

export function jsx(type: string | Component, props: Props): Markup {
  if (typeof type === 'function') return type(props)
  if (type === 'html') return documentWith(props)
  const start = `<${type}${formatAttributes(type, props)}`
  if (voids.has(type)) return element(`${start}/>`)
  const inner = innerHtml(props)
  if (type === 'head') return { ...element('<!--head-->'), moved: `${start}>${inner}</head>` }
  if (type === 'body') return { ...element(`<!--body-->${inner}`), moved: `${start}>` }
  return element(`${start}>${inner}</${type}>`)
}

/** JSX calls this for several children; they need no special handling here. */
export function jsxs(type: string | Component, props: Props): Markup {
  return jsx(type, props)
}

export const Fragment = ({ children }: Props): Markup => join(children)

const voids = new Set(['br', 'hr', 'img', 'link', 'meta'])

const element = (html: string): Markup => ({ html, startsAsText: false, endsAsText: false })

/** Adds the comments that React's streaming renderer writes around a page. */
function documentWith(props: Props): Markup {
  const children = [props.children].flat() as Markup[]
  const moved = children.map((child) => child.moved ?? '').join('')
  const { html } = join(children)
  const start = `<html${formatAttributes('html', props)}>${moved}`
  return element(`${start}<!--$--><!--html-->${html}<!--/$--></body></html>`)
}

export function innerHtml({ children, dangerouslySetInnerHTML: rawHtml }: Props): string {
  if (rawHtml) return (rawHtml as { __html: string }).__html
  return typeof children === 'string' ? escapeHtml(children) : join(children).html
}

function join(children: unknown): Markup {
  const joined: Markup = { html: '', startsAsText: false, endsAsText: false }
  add(joined, children)
  return joined
}

function add(joined: Markup, child: unknown): void {
  if (child === null || child === undefined || typeof child === 'boolean') return
  if (Array.isArray(child)) {
    for (const item of child) add(joined, item)
    return
  }
  const isMarkup = typeof child === 'object'
  const next = isMarkup ? (child as Markup) : toTextMarkup(`${child}`)
  if (next.html === '') return
  if (joined.html === '') joined.startsAsText = next.startsAsText
  else if (joined.endsAsText && next.startsAsText) joined.html += '<!-- -->'
  joined.html += next.html
  joined.endsAsText = next.endsAsText
}

const toTextMarkup = (text: string): Markup => ({
  html: escapeHtml(text),
  startsAsText: true,
  endsAsText: true,
})

const aliases: Record<string, string> = { className: 'class', httpEquiv: 'http-equiv' }
const unprinted = new Set(['children', 'dangerouslySetInnerHTML', 'key', 'ref'])

function formatAttributes(type: string, props: Props): string {
  let text = ''
  for (const name in props) {
    const value = props[name]
    if (value === null || value === undefined || unprinted.has(name)) continue
    if (name === 'style') text += formatStyle(value as Props)
    else if (typeof value !== 'boolean' || name.startsWith('data-')) {
      const printed = type === 'a' && name === 'href' ? withoutScript(`${value}`) : `${value}`
      text += ` ${aliases[name] ?? name}="${escapeHtml(printed)}"`
    }
  }
  return text
}

/** Blocks script URLs in links, as React does. */
function withoutScript(url: string): string {
  const isScript =
    // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers skip them too.
    /^[\u0000-\u001F ]*j[\r\n\t]*a[\r\n\t]*v[\r\n\t]*a[\r\n\t]*s[\r\n\t]*c[\r\n\t]*r[\r\n\t]*i[\r\n\t]*p[\r\n\t]*t[\r\n\t]*:/i
  if (!isScript.test(url)) return url
  return "javascript:throw new Error('React has blocked a javascript: URL as a security precaution.')"
}

/** Style properties whose numbers get no `px`. */
const unitless = new Set(['flex', 'fontWeight', 'lineHeight', 'opacity', 'order', 'zIndex', 'zoom'])
const styleNames = new Map<string, string>()

function formatStyle(style: Props): string {
  let rules = ''
  for (const name in style) {
    const value = style[name]
    if (value === null || value === undefined || typeof value === 'boolean' || value === '')
      continue
    rules += `${rules && ';'}${styleName(name)}:${styleValue(name, value)}`
  }
  return rules && ` style="${rules}"`
}

function styleValue(name: string, value: unknown): string {
  if (typeof value !== 'number') return escapeHtml(`${value}`.trim())
  return value === 0 || unitless.has(name) ? `${value}` : `${value}px`
}

function styleName(name: string): string {
  const cached = styleNames.get(name)
  if (cached) return cached
  const printed = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  const withVendor = printed.replace(/^ms-/, '-ms-')
  styleNames.set(name, withVendor)
  return withVendor
}
