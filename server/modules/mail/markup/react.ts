import { innerHtml, type Markup } from './jsx-runtime.ts'

type Props = Record<string, unknown>
type Render = (props: Props, ref: null) => Markup
type Component = { (props: Props): Markup; displayName?: string }
type Frame = { before: string; after: string; moved?: string }

/** The only React API that the email components use. */
export function forwardRef(render: Render): Component {
  // Styles are constants of the templates, so each component renders its own tags once per style.
  const frames = new WeakMap<object, Frame>()
  const component: Component = (props) => {
    if (readsChildren.has(component.displayName) || hasAttributes(props)) return render(props, null)
    const style = props.style ?? noStyle
    let frame = frames.get(style)
    if (!frame) {
      frame = toFrame(render({ ...props, children: placeholder }, null))
      frames.set(style, frame)
    }
    const html = frame.before + innerHtml(props) + frame.after
    return { html, startsAsText: false, endsAsText: false, moved: frame.moved }
  }
  return component
}

/** Components whose own tags depend on their children or move together with them. */
const readsChildren = new Set<string | undefined>(['Head', 'Html', 'Preview'])

const noStyle = {}
const placeholder: Markup = { html: '\0', startsAsText: false, endsAsText: false }

function hasAttributes(props: Props): boolean {
  for (const name in props) if (name !== 'style' && name !== 'children') return true
  return false
}

function toFrame({ html, moved }: Markup): Frame {
  const [before = '', after = ''] = html.split(placeholder.html)
  return { before, after, moved }
}
