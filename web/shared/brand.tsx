import { useId } from 'react'
import { pageRoutes } from '#contract/pages.ts'
import { pageData } from '#web/api/page-data.ts'
import { SiteLink } from './site-link.tsx'

export function BrandMark({ className }: { className?: string }) {
  const id = useId()
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={className}>
      <defs>
        <linearGradient id={id} x1="0" y1="0" x2="1" y2="1">
          <stop offset="0" stopColor="#2bc0d4" />
          <stop offset="1" stopColor="#0b60c9" />
        </linearGradient>
      </defs>
      <path
        fill={`url(#${id})`}
        d="M16 1.5c4.6 5.7 10.2 11 10.2 17.6A10.2 10.2 0 0 1 16 30.5 10.2 10.2 0 0 1 5.8 19.1C5.8 12.5 11.4 7.2 16 1.5Z"
      />
      <path
        fill="none"
        stroke="#fff"
        strokeWidth="2.2"
        strokeLinecap="round"
        d="M10.4 19.6a5.8 5.8 0 0 0 4.7 5.7"
      />
    </svg>
  )
}

/** The logo, linked to the home page. */
export function Brand() {
  return (
    <SiteLink
      href={pageRoutes.home}
      className="-ml-1 flex min-h-11 min-w-0 items-center gap-2 rounded-lg px-1 font-bold text-lg tracking-tight"
    >
      <BrandMark className="size-8 shrink-0" />
      <span className="truncate">{pageData().shop.name}</span>
    </SiteLink>
  )
}
