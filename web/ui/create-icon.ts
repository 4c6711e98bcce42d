import { type ComponentProps, createElement } from 'react'

type IconData = { node: readonly (readonly [tag: string, attributes: object])[] }

const shape = {
  xmlns: 'http://www.w3.org/2000/svg',
  width: 24,
  height: 24,
  viewBox: '0 0 24 24',
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const

/**
 * Replaces the icon library's own function in the browser bundle (vite.config.ts). The original has
 * options that we do not use, which would make every page larger.
 */
export function createIcon({ node }: IconData) {
  return (props: ComponentProps<'svg'>) =>
    createElement(
      'svg',
      { ...shape, 'aria-hidden': props['aria-label'] === undefined, ...props },
      node.map(([tag, attributes]) => createElement(tag, attributes)),
    )
}
