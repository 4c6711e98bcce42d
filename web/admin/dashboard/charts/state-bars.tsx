import { SiteLink } from '#web/shared/site-link.tsx'
import { formatCount } from './chart-numbers.ts'

export type StateRow = { key: string; name: string; count: number; href: string; fill: string }

type StateBarsProps = {
  label: string
  rows: readonly StateRow[]
  /** Singular and plural of what is counted. */
  noun: readonly [string, string]
}

/** One bar per status, each a link to its rows. */
export function StateBars({ label, rows, noun }: StateBarsProps) {
  const max = Math.max(1, ...rows.map(({ count }) => count))
  return (
    <ul aria-label={label} className="-mx-2 flex flex-col gap-1">
      {rows.map(({ key, name, count, href, fill }) => (
        <li key={key}>
          <SiteLink
            href={href}
            className="flex min-h-11 flex-col justify-center gap-1 rounded-control px-2 py-1.5 text-sm hover:bg-action-soft"
          >
            <span className="flex justify-between gap-4">
              <span>{name}</span>
              <span className="font-semibold tabular-nums">
                {formatCount(count)}
                <span className="sr-only"> {count === 1 ? noun[0] : noun[1]}</span>
              </span>
            </span>
            <svg aria-hidden="true" className="h-2.5 w-full">
              <rect width="100%" height="100%" rx="5" className="fill-line" />
              <rect
                width={`${Math.max(count ? 1.5 : 0, (count / max) * 100)}%`}
                height="100%"
                rx="5"
                className={fill}
              />
            </svg>
          </SiteLink>
        </li>
      ))}
    </ul>
  )
}
