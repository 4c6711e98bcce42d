import type { CSSProperties } from 'react'

/** Sets the truck's color for all parts within. */
export const routeColor = (color: number): CSSProperties =>
  ({ '--route': `var(--route-${color})` }) as CSSProperties
