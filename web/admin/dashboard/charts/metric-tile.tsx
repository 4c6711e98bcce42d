import type { LucideIcon } from 'lucide-react'
import { SiteLink } from '#web/shared/site-link.tsx'
import { cx } from '#web/ui/cx.ts'
import { formatCount } from './chart-numbers.ts'

type MetricTileProps = {
  count: number
  /** Counting ended there; there may be any number of rows above it. */
  limit?: number
  name: string
  /** A link to the next action; hidden if the count is 0. */
  hint?: string
  href: string
  icon?: LucideIcon
}

/** A count that links to its rows. A count of 0 is shown small and gray. */
export function MetricTile({ count, limit, name, hint, href, icon: Icon }: MetricTileProps) {
  return (
    <li className={cx('flex', count > 0 && 'flex-1 basis-60')}>
      <SiteLink
        href={href}
        className={cx(
          'flex flex-1 items-center rounded-control border text-sm transition-colors',
          count
            ? 'gap-4 border-warning/35 bg-warning-soft px-4 py-2.5 hover:border-warning'
            : 'min-h-11 gap-2 border-line bg-surface-soft px-3 text-muted hover:border-line-strong hover:text-ink sm:min-h-9',
        )}
      >
        <span
          className={cx(
            'tabular-nums',
            count ? 'min-w-8 font-extrabold text-2xl text-warning' : 'font-bold',
          )}
        >
          {limit !== undefined && count > limit ? `${formatCount(limit)}+` : formatCount(count)}
        </span>{' '}
        <span className="min-w-0 flex-1">
          <span className={cx('block', count > 0 && 'font-semibold')}>{name}</span>{' '}
          {count && hint ? <span className="block text-muted">{hint}</span> : null}
        </span>
        {Icon && count ? <Icon aria-hidden className="size-5 shrink-0 text-warning" /> : null}
      </SiteLink>
    </li>
  )
}
