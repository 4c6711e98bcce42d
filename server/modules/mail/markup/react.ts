import type { Markup } from './jsx-runtime.ts'

type Render = (props: Record<string, unknown>, ref: null) => Markup

/** All of React that the components of a mail use. */
export const forwardRef = (render: Render) => (props: Record<string, unknown>) =>
  render(props, null)
