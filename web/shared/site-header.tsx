import { CircleUserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { pageRoutes } from '#contract/pages.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Brand } from './brand.tsx'
import { SiteLink } from './site-link.tsx'

type SiteHeaderProps = {
  /** In the middle; on phones in a separate row. */
  nav?: ReactNode
  /** After 'My Account'. */
  actions?: ReactNode
}

export function SiteHeader({ nav, actions }: SiteHeaderProps) {
  return (
    <header className="sticky top-0 z-40 border-line border-b bg-surface/95 backdrop-blur-sm">
      <div className="mx-auto flex max-w-6xl flex-wrap items-center gap-x-1 px-4 sm:gap-x-3 sm:h-16 sm:flex-nowrap sm:px-6">
        <div className="flex h-14 min-w-0 flex-1 items-center sm:flex-none">
          <Brand />
        </div>
        {nav ? (
          <nav
            aria-label="Sections"
            className="-mx-4 order-last flex w-[calc(100%+2rem)] border-line border-t px-2 sm:order-none sm:mx-0 sm:w-auto sm:flex-1 sm:border-0 sm:px-4"
          >
            {nav}
          </nav>
        ) : (
          <div className="hidden flex-1 sm:block" />
        )}
        <SiteLink
          href={pageRoutes.customerLogin}
          className={buttonClass('ghost', 'medium', 'px-2.5 sm:px-4')}
        >
          <CircleUserRound aria-hidden className="size-5" />
          <span className="max-[26rem]:sr-only">My Account</span>
        </SiteLink>
        {actions}
      </div>
    </header>
  )
}
