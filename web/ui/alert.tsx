import type { ReactNode } from 'react'
import { cx } from './cx.ts'

export type AlertTone = 'info' | 'success' | 'warning' | 'danger'

const tones: Record<AlertTone, string> = {
  info: 'border-action/25 bg-action-soft text-ink',
  success: 'border-success/25 bg-success-soft text-success',
  warning: 'border-warning/30 bg-warning-soft text-warning',
  danger: 'border-danger/25 bg-danger-soft text-danger',
}

type AlertProps = {
  tone?: AlertTone
  title?: ReactNode
  icon?: ReactNode
  /** A button or link at the end. */
  action?: ReactNode
  /** Announced at once when it appears. Omit it for alerts that are there on page load. */
  urgent?: boolean
  className?: string
  children?: ReactNode
}

export function Alert(props: AlertProps) {
  const { tone = 'info', title, icon, action, urgent, className, children } = props
  return (
    <div
      {...(urgent ? { role: 'alert' } : {})}
      className={cx(
        'flex flex-wrap items-center gap-x-4 gap-y-3 rounded-control border px-4 py-3 text-sm',
        tones[tone],
        className,
      )}
    >
      {icon}
      <div className="min-w-0 flex-1 basis-48">
        {title ? <p className="font-bold">{title}</p> : null}
        {children}
      </div>
      {action}
    </div>
  )
}
