import { cx } from './cx.ts'

/** A grey stand-in. Its container says what is loading (aria-busy or a status); this says nothing. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={cx('block animate-pulse rounded-lg bg-line', className)} />
}
