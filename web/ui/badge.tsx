import type { ComponentProps } from 'react'
import { cx } from './cx.ts'

export type BadgeTone = 'neutral' | 'info' | 'aqua' | 'success' | 'warning' | 'danger'

const tones: Record<BadgeTone, string> = {
  neutral: 'bg-surface-soft text-muted ring-line',
  info: 'bg-action-soft text-action-strong ring-action/20',
  aqua: 'bg-aqua-soft text-aqua-ink ring-aqua/30',
  success: 'bg-success-soft text-success ring-success/20',
  warning: 'bg-warning-soft text-warning ring-warning/25',
  danger: 'bg-danger-soft text-danger ring-danger/20',
}

export function Badge({
  tone = 'neutral',
  className,
  ...rest
}: ComponentProps<'span'> & { tone?: BadgeTone }) {
  return (
    <span
      className={cx(
        'inline-flex items-center gap-1 whitespace-nowrap rounded-full px-2.5 py-0.5 font-semibold text-xs ring-1 ring-inset',
        tones[tone],
        className,
      )}
      {...rest}
    />
  )
}
