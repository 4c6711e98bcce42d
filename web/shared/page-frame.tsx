import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'
import { SiteHeader } from './site-header.tsx'

export type PageFrameProps = {
  nav?: ReactNode
  actions?: ReactNode
  /** Directly below the header. */
  notice?: ReactNode
  mainClassName?: string
  footer: ReactNode
  children: ReactNode
}

/** The page layout; the footer is passed in, so that its code can be loaded separately. */
export function PageFrame(props: PageFrameProps) {
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <SiteHeader nav={props.nav} actions={props.actions} />
      {props.notice}
      <main id="main" tabIndex={-1} className={cx('flex-1 outline-none', props.mainClassName)}>
        {props.children}
      </main>
      {props.footer}
    </div>
  )
}

/** The first element in the tab order. */
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
