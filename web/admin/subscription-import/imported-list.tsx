import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Inbox, Search } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import type { ImportedList as List } from '#contract/staff/subscription-imports.ts'
import { useSave } from '#web/admin/form/use-save.ts'
import { importedQuery, sendLinks } from '#web/api/staff/subscription-imports.ts'
import { LoadError } from '#web/shared/load-error.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { LoadingList } from '#web/ui/loading-list.tsx'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
import { importStateOptions, isImportState } from './import-states.tsx'
import { ImportedTable } from './imported-table.tsx'

/** A select cannot have an empty value. */
const ALL = 'all'
/** Answers and sent emails appear without a reload. */
const REFRESH_MS = 10_000

/** The imported customers, their answers, and the buttons that email the links. */
export function ImportedList() {
  const [text, setText] = useState('')
  const [state, setState] = useState(ALL)
  const q = useDeferredValue(text.trim())
  const query = useInfiniteQuery({
    ...importedQuery({ q, state: isImportState(state) ? state : undefined }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  })
  const pages = query.data?.pages ?? []
  const rows = pages.flatMap((page) => page.rows)
  const counts = pages[0]?.counts
  const total = counts ? Object.values(counts).reduce((sum, n) => sum + n, 0) : 0
  if (query.error && !query.data) {
    return (
      <LoadError
        title="We couldn't load the imported subscriptions"
        text="Try again in a moment."
        error={query.error}
        onRetry={() => void query.refetch()}
      />
    )
  }
  if (!counts) return <LoadingList label="Loading imported subscriptions" />
  if (total === 0) {
    return (
      <EmptyState
        icon={Inbox}
        title="No imported subscriptions yet"
        text="They'll appear here after your first import."
      />
    )
  }
  return (
    <section aria-labelledby="imported-title" className="flex flex-col gap-4">
      <Heading counts={counts} total={total} />
      <div className="flex flex-wrap gap-3">
        <div className="relative min-w-0 flex-1 basis-60 sm:max-w-sm">
          <Search
            aria-hidden
            className="-translate-y-1/2 pointer-events-none absolute top-1/2 left-3.5 size-4.5 text-muted"
          />
          <Input
            type="search"
            aria-label="Search imported subscriptions"
            placeholder="Name, email, phone or street"
            autoComplete="off"
            maxLength={200}
            className="pl-10.5"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </div>
        <div className="min-w-0 flex-1 basis-44 sm:max-w-60">
          <Select
            aria-label="Filter imported subscriptions"
            options={[{ value: ALL, label: 'All statuses' }, ...importStateOptions]}
            value={state}
            onValueChange={setState}
          />
        </div>
      </div>
      {rows.length === 0 ? (
        <EmptyState icon={Inbox} title="No matches" text="Try another search or filter." />
      ) : (
        <Card className="@container">
          <ImportedTable rows={rows} />
        </Card>
      )}
      {query.hasNextPage ? (
        <Button
          variant="secondary"
          className="self-center"
          disabled={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {query.isFetchingNextPage ? 'Loading...' : 'Show more'}
        </Button>
      ) : null}
    </section>
  )
}

type Recipients = 'not_sent' | 'unanswered'

function Heading({ counts, total }: { counts: List['counts']; total: number }) {
  const [confirming, setConfirming] = useState<Recipients>()
  const save = useSave({
    save: (to: Recipients) => sendLinks({ to }),
    successMessage: 'Links queued',
    errorMessage: 'Failed to send links',
    onDone: () => undefined,
  })
  const { not_sent: notSent, agreed } = counts
  const unanswered = counts.sent + counts.expired + counts.failed
  const texts = {
    not_sent: `We'll email a link to ${people(notSent)}.`,
    unanswered:
      "We'll email a new link to everyone who hasn't answered and got no link within the last 24 hours.",
  }
  return (
    <div className="flex flex-wrap items-end justify-between gap-3">
      <div>
        <h2 id="imported-title" className="text-xl">
          Imported subscriptions
        </h2>
        <p className="text-muted">
          {agreed.toLocaleString('en-US')} of {total.toLocaleString('en-US')} agreed
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        {unanswered > 0 ? (
          <Button
            variant="secondary"
            disabled={save.isPending}
            onClick={() => setConfirming('unanswered')}
          >
            Send reminders
          </Button>
        ) : null}
        {notSent > 0 ? (
          <Button disabled={save.isPending} onClick={() => setConfirming('not_sent')}>
            Send {notSent.toLocaleString('en-US')} {notSent === 1 ? 'link' : 'links'}
          </Button>
        ) : null}
      </div>
      <ConfirmDialog
        open={confirming !== undefined}
        onOpenChange={(isOpen) => {
          if (!isOpen) setConfirming(undefined)
        }}
        title={confirming === 'unanswered' ? 'Send reminders?' : 'Send links?'}
        dismissLabel="Not now"
        confirmLabel={confirming === 'unanswered' ? 'Send reminders' : 'Send links'}
        isDestructive={false}
        isBusy={save.isPending}
        onConfirm={() => {
          if (confirming) save.mutate(confirming)
          setConfirming(undefined)
        }}
      >
        <p>{confirming ? texts[confirming] : null}</p>
      </ConfirmDialog>
    </div>
  )
}

const people = (n: number) => `${n.toLocaleString('en-US')} ${n === 1 ? 'customer' : 'customers'}`
