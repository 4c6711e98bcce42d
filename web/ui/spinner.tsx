import { cx } from './cx.ts'

/** Screen readers announce the label; `showLabel` also displays it next to the spinner. */
export function Spinner({
  label,
  showLabel = false,
  className,
}: {
  label: string
  showLabel?: boolean
  className?: string
}) {
  return (
    <div
      role="status"
      aria-label={label}
      className={cx('inline-flex items-center gap-3', className)}
    >
      <span
        aria-hidden
        className="size-6 shrink-0 animate-spin rounded-full border-[3px] border-action/20 border-t-action"
      />
      <span className={showLabel ? 'text-muted text-sm' : 'sr-only'}>{label}</span>
    </div>
  )
}
