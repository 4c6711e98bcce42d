import type { ReactNode } from 'react'

type PageHeadingProps = { title: string; text?: ReactNode; action?: ReactNode }

/** The heading of a portal's page. */
export function PageHeading({ title, text, action }: PageHeadingProps) {
  return (
    <div className="mb-6 flex flex-wrap items-end justify-between gap-4 print:hidden">
      <div>
        <h1 className="text-2xl sm:text-3xl">{title}</h1>
        {text ? <p className="mt-1.5 text-muted">{text}</p> : null}
      </div>
      {action}
    </div>
  )
}
