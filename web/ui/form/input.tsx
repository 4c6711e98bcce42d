import type { ComponentProps } from 'react'
import { cx } from '../cx.ts'

/** Classes shared by all controls. 16 px text, because phones zoom in on smaller text. */
export const controlClass =
  'h-12 w-full min-w-0 rounded-control border border-line-strong bg-surface px-3.5 text-base text-ink transition-colors placeholder:text-muted hover:border-action focus-visible:border-action aria-invalid:border-danger disabled:cursor-not-allowed disabled:bg-surface-soft disabled:text-muted'

export function Input({ className, type = 'text', ...rest }: ComponentProps<'input'>) {
  return <input type={type} className={cx(controlClass, className)} {...rest} />
}
