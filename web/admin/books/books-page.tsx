import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { BooksQuery } from '#contract/staff/books.ts'
import { AdminLayout } from '#web/admin/layout/admin-layout.tsx'
import { useCan } from '#web/admin/layout/use-can.ts'
import { DownloadLink } from '#web/admin/list/download-link.tsx'
import { pageData } from '#web/api/page-data.ts'
import { booksQuery, daysCsv, transactionsCsv } from '#web/api/staff/books.ts'
import { formatDateTime, formatDay } from '#web/shared/instant.ts'
import { LoadError } from '#web/shared/load-error.tsx'
import { PageHeading } from '#web/shared/portal/page-heading.tsx'
import { navigate, useSearch } from '#web/shared/router.ts'
import { Card } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { BookAmounts } from './book-amounts.tsx'
import { readRange } from './book-range.ts'
import { Days, Differences, Payouts } from './book-tables.tsx'
import { RangeForm } from './range-form.tsx'

export default function BooksPage() {
  return (
    <AdminLayout>
      <PageHeading
        title="Books"
        text="Compare sales with payouts, and download both for your accountant."
        hasTimes
      />
      <BooksOfRange />
    </AdminLayout>
  )
}

function BooksOfRange() {
  const can = useCan()
  const range = readRange(useSearch(), pageData().today)
  const show = ({ from, to }: BooksQuery) =>
    navigate(`${window.location.pathname}?${new URLSearchParams({ from, to })}`, { replace: true })
  return (
    <div className="flex flex-col gap-7">
      {/* In print it replaces the form and the page's heading. */}
      <p className="hidden font-bold text-lg print:block">
        {pageData().shop.name}, books from {formatDay(range.from)} to {formatDay(range.to)}
      </p>
      <Card className="flex flex-col gap-3 p-5 sm:px-7 print:hidden">
        <RangeForm range={range} onChange={show} />
        {can('exports.read') ? (
          <div className="grid gap-3 sm:flex sm:flex-wrap">
            <DownloadLink href={daysCsv(range)}>Daily summary</DownloadLink>
            <DownloadLink href={transactionsCsv(range)}>Transactions</DownloadLink>
          </div>
        ) : null}
      </Card>
      <Contents range={range} />
    </div>
  )
}

function Contents({ range }: { range: BooksQuery }) {
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...booksQuery(range),
    placeholderData: keepPreviousData,
  })
  if (data) {
    return (
      // The amounts of the dates before are dimmed until those of the new dates are here.
      <div
        aria-busy={isPlaceholderData}
        className={cx('flex flex-col gap-7', isPlaceholderData && 'opacity-50')}
      >
        <p className="text-muted text-sm" role="status">
          {data.readUntil
            ? `Card payments are up to date as of ${formatDateTime(data.readUntil)}. We check for new ones every few minutes.`
            : "We haven't read any card payments yet. We check for new ones every few minutes."}
        </p>
        <Differences differences={data.differences} />
        <BookAmounts books={data} />
        <Payouts payouts={data.payouts} />
        <Days days={data.days} />
      </div>
    )
  }
  if (!error) return <LoadingBooks />
  return (
    <LoadError
      title="We couldn't load the books"
      text="Nothing was changed. Try again."
      error={error}
      onRetry={() => void refetch()}
    />
  )
}

function LoadingBooks() {
  return (
    <div aria-label="Loading books" aria-busy role="status" className="grid gap-5 sm:grid-cols-3">
      {['sales', 'balance', 'other'].map((name) => (
        <Card key={name} className="flex flex-col gap-3 p-5">
          <Skeleton className="h-6 w-28" />
          <Skeleton className="h-40" />
        </Card>
      ))}
    </div>
  )
}
