import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'

type PageShellProps = {
  nav?: ReactNode
  actions?: ReactNode
  /** Directly below the header. */
  notice?: ReactNode
  mainClassName?: string
  children: ReactNode
}

/** Header, the page's main part and footer, the same for every page of the shop. */
export function PageShell({ nav, actions, notice, mainClassName, children }: PageShellProps) {
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <SiteHeader nav={nav} actions={actions} />
      {notice}
      <main id="main" tabIndex={-1} className={cx('flex-1 outline-none', mainClassName)}>
        {children}
      </main>
      <SiteFooter />
    </div>
  )
}

/** The first stop of the Tab key. */
export function SkipLink() {
  return (
    <a
      href="#main"
      className="-translate-y-20 fixed top-2 left-2 z-50 rounded-control bg-action px-4 py-2.5 font-semibold text-on-action focus-visible:translate-y-0 print:hidden"
    >
      Skip to content
    </a>
  )
}
