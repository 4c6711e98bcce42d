import { pageRoutes } from '#contract/pages.ts'
import { PageShell } from '#web/shared/page-shell.tsx'
import { SiteLink } from '#web/shared/site-link.tsx'
import { buttonClass } from '#web/ui/button.tsx'

export default function NotFoundPage() {
  return (
    <PageShell mainClassName="flex items-center bg-linear-to-b from-surface-soft to-surface">
      <div className="mx-auto flex w-full max-w-xl flex-col items-center gap-4 px-4 py-20 text-center sm:px-6">
        <p className="font-extrabold text-7xl text-action leading-none sm:text-8xl">404</p>
        <h1 className="text-3xl sm:text-4xl">Page not found</h1>
        <p className="max-w-md text-lg text-muted">
          This page may have moved, or the address may be mistyped.
        </p>
        <SiteLink href={pageRoutes.home} className={buttonClass('primary', 'large', 'mt-4')}>
          Back to the shop
        </SiteLink>
      </div>
    </PageShell>
  )
}
