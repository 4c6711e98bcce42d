import type { ComponentProps } from 'react'
import { cx } from './cx.ts'

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger' | 'dangerSubtle'
export type ButtonSize = 'small' | 'medium' | 'large' | 'icon'

const base =
  'inline-flex shrink-0 items-center justify-center gap-2 whitespace-nowrap rounded-control font-semibold transition-colors disabled:cursor-not-allowed'

const variants: Record<ButtonVariant, string> = {
  primary:
    'bg-action text-on-action hover:bg-action-strong disabled:bg-line disabled:text-muted aria-disabled:bg-line aria-disabled:text-muted',
  secondary:
    'border border-line-strong/60 bg-surface text-ink hover:border-action hover:bg-action-soft hover:text-action-strong disabled:border-line disabled:bg-surface disabled:text-muted',
  ghost:
    'text-ink hover:bg-action-soft hover:text-action-strong disabled:bg-transparent disabled:text-muted',
  dangerSubtle:
    'border border-danger/40 bg-surface text-danger hover:border-danger hover:bg-danger-soft disabled:border-line disabled:text-muted',
  danger: 'bg-danger text-on-action hover:bg-danger-strong disabled:bg-line disabled:text-muted',
}

/** On phones every size is at least 44 px tall, for touch. */
const sizes: Record<ButtonSize, string> = {
  small: 'h-11 px-3 text-sm sm:h-9',
  medium: 'h-11 px-5 text-[0.9375rem]',
  large: 'h-13 px-7 text-base',
  icon: 'size-11',
}

/** For a link that looks like a button: `<a className={buttonClass('primary')}>`. */
export function buttonClass(
  variant: ButtonVariant = 'primary',
  size: ButtonSize = 'medium',
  className?: string,
): string {
  return cx(base, variants[variant], sizes[size], className)
}

type ButtonProps = ComponentProps<'button'> & { variant?: ButtonVariant; size?: ButtonSize }

export function Button({ variant, size, className, type = 'button', ...rest }: ButtonProps) {
  return <button type={type} className={buttonClass(variant, size, className)} {...rest} />
}
