import { cx } from './cx.ts'

/** A gray placeholder. Its container announces the loading state (aria-busy or a status). */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={cx('block animate-pulse rounded-lg bg-line', className)} />
}
