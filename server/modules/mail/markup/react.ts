import type { Markup } from './jsx-runtime.ts'

type Render = (props: Record<string, unknown>, ref: null) => Markup

/** The only React API that the email components use. */
export const forwardRef = (render: Render) => (props: Record<string, unknown>) =>
  render(props, null)
