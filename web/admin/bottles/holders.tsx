import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { bottleHoldersQuery, type HolderSort } from '#web/api/bottles/staff-bottles.ts'
import { formatDay } from '#web/shared/instant.ts'
import { LoadError } from '#web/shared/load-error.tsx'
import { Button } from '#web/ui/button.tsx'
import { LoadingList } from '#web/ui/loading-list.tsx'
import type { CorrectionStart } from './correction-dialog.tsx'
import { DataTable, Section } from './data-table.tsx'

const sorts: Record<HolderSort, string> = {
  largest: 'Largest holders',
  aged: 'No movement for 60 days',
}

/** Customers with bottles, page by page. */
export function Holders({ onCorrect }: { onCorrect?: (start: CorrectionStart) => void }) {
  const [sort, setSort] = useState<HolderSort>('largest')
  return (
    <Section title="Customers">
      <fieldset className="mb-3 flex flex-wrap gap-2">
        <legend className="sr-only">Which customers</legend>
        {(['largest', 'aged'] as const).map((name) => (
          <Button
            key={name}
            size="small"
            variant={name === sort ? 'primary' : 'secondary'}
            aria-pressed={name === sort}
            onClick={() => setSort(name)}
          >
            {sorts[name]}
          </Button>
        ))}
      </fieldset>
      <HolderList sort={sort} onCorrect={onCorrect} />
    </Section>
  )
}

type HolderListProps = {
  sort: HolderSort
  onCorrect: ((start: CorrectionStart) => void) | undefined
}

function HolderList({ sort, onCorrect }: HolderListProps) {
  const list = useInfiniteQuery(bottleHoldersQuery(sort))
  if (!list.data) {
    return list.error ? (
      <LoadError
        title="We couldn't load the customers"
        text="Try again in a moment."
        error={list.error}
        onRetry={() => void list.refetch()}
      />
    ) : (
      <LoadingList label="Loading customers" />
    )
  }
  return (
    <div className="flex flex-col gap-4">
      <DataTable
        label={sorts[sort]}
        empty={
          sort === 'largest'
            ? 'No bottles are at customers yet.'
            : 'Every customer with bottles had a movement in the last 60 days.'
        }
        columns={['Customer', 'Bottles', 'Last movement', ...(onCorrect ? ['Correction'] : [])]}
        rows={list.data.pages
          .flatMap(({ rows }) => rows)
          .map(({ customerId, name, email, bottles, movedAt }) => ({
            key: customerId,
            cells: [
              name ?? email,
              bottles,
              formatDay(movedAt),
              ...(onCorrect
                ? [
                    <Button
                      key="correct"
                      size="small"
                      variant="secondary"
                      aria-label={`Correct the bottles of ${name ?? email}`}
                      onClick={() =>
                        onCorrect({ customer: { id: customerId, name: name ?? email } })
                      }
                    >
                      Correct
                    </Button>,
                  ]
                : []),
            ],
          }))}
      />
      {list.hasNextPage ? (
        <Button
          variant="secondary"
          className="self-start"
          disabled={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          {list.isFetchingNextPage ? 'Loading...' : 'Show more'}
        </Button>
      ) : null}
    </div>
  )
}
