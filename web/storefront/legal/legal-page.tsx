import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatDate } from '#contract/dates/calendar.ts'
import { pageToken } from '#contract/page-tokens.ts'
import { pageRoutes } from '#contract/pages.ts'
import { pageData } from '#web/api/page-data.ts'
import { PageShell } from '#web/shared/page-shell.tsx'
import { SiteLink } from '#web/shared/site-link.tsx'

type LegalPageProps = { title: string; intro: ReactNode; children: ReactNode }

/** The layout of both legal pages. */
export function LegalPage({ title, intro, children }: LegalPageProps) {
  return (
    <PageShell mainClassName="bg-linear-to-b from-surface-soft to-surface">
      <article className="mx-auto max-w-3xl px-4 py-10 sm:px-6 sm:py-14">
        <SiteLink
          href={pageRoutes.home}
          className="-ml-2 inline-flex min-h-11 items-center gap-2 rounded-lg px-2 font-semibold text-action hover:underline"
        >
          <ArrowLeft aria-hidden className="size-4" />
          Back to Home
        </SiteLink>
        <h1 className="mt-4 text-4xl sm:text-5xl">{title}</h1>
        <p className="mt-3 text-muted">
          Last updated: <LastUpdated />
        </p>
        <div className="mt-8 rounded-card border border-line bg-surface px-5 py-2 shadow-card sm:px-10 sm:py-6">
          <p className="py-6 text-lg text-muted leading-relaxed">{intro}</p>
          {children}
        </div>
      </article>
    </PageShell>
  )
}

/**
 * The server replaces the token. The browser may compute another date, so hydration keeps the text.
 */
function LastUpdated() {
  const { today } = pageData()
  const text = today === pageToken('today') ? pageToken('todayLong') : formatDate(today)
  return (
    <time dateTime={today} suppressHydrationWarning>
      {text}
    </time>
  )
}

export function LegalSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-3 border-line border-t py-7 leading-relaxed [&_li]:pl-1 [&_ul]:flex [&_ul]:list-disc [&_ul]:flex-col [&_ul]:gap-2 [&_ul]:pl-5">
      <h2 className="text-xl">{title}</h2>
      {children}
    </section>
  )
}

export function LegalContact({ children }: { children: ReactNode }) {
  const { shop } = pageData()
  const link = 'font-semibold text-action underline underline-offset-2'
  return (
    <LegalSection title="Contact Us">
      <p>{children}</p>
      <address className="not-italic leading-8">
        <strong>{shop.name}</strong>
        <br />
        <span>{shop.town}</span>
        <br />
        Email:{' '}
        <a className={link} href={`mailto:${shop.email}`}>
          {shop.email}
        </a>
        <br />
        Phone:{' '}
        <a className={link} href={`tel:${shop.phone}`}>
          {shop.phone}
        </a>
        <p className="whitespace-pre-line">{shop.legalContact}</p>
      </address>
    </LegalSection>
  )
}
