import { type ComponentProps, createElement } from 'react'

type Shape = readonly [tag: string, attributes: object]

const svgProps = {
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
 * Replaces the icon library's own function in the build (vite.config.ts). The original has options
 * that we do not use, which would make every page larger.
 */
export function createIcon(shapes: readonly Shape[]) {
  return (props: ComponentProps<'svg'>) =>
    createElement(
      'svg',
      { ...svgProps, 'aria-hidden': props['aria-label'] === undefined, ...props },
      ...shapes.map(([tag, attributes]) => createElement(tag, attributes)),
    )
}
