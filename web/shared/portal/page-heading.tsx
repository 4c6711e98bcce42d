import type { ReactNode } from 'react'
import { shopZoneName } from '../instant.ts'

type PageHeadingProps = {
  title: string
  text?: ReactNode
  /** True if the page shows times; the heading then names their time zone. */
  hasTimes?: boolean
  action?: ReactNode
}

/** The heading of a portal page. */
export function PageHeading({ title, text, hasTimes, action }: PageHeadingProps) {
  return (
    <div className="mb-6 flex flex-wrap items-end justify-between gap-4 print:hidden">
      <div>
        <h1 className="text-2xl sm:text-3xl">{title}</h1>
        {text || hasTimes ? (
          <p className="mt-1.5 text-muted">
            {text}
            {hasTimes ? (
              <span className="whitespace-nowrap"> Times are in {shopZoneName()}.</span>
            ) : null}
          </p>
        ) : null}
      </div>
      {action}
    </div>
  )
}
