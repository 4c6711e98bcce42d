import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { capitalize } from '#contract/text/capitalize.ts'
import { LoadError } from '#web/shared/load-error.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadingList } from '#web/ui/loading-list.tsx'
import type { CountNoun } from './format-row-count.ts'
import { ListPager } from './list-pager.tsx'
import { isFiltered } from './list-view.ts'
import type { List } from './use-list.ts'

type ListBodyProps<Row> = {
  list: List<Row>
  noun: CountNoun
  icon: LucideIcon
  /** Title of an empty, unfiltered list. */
  empty: string
  emptyAction?: ReactNode
  children: (rows: readonly Row[]) => ReactNode
}

/** The rows of a list, or its loading, error or empty state. */
export function ListBody<Row>(props: ListBodyProps<Row>) {
  const { list, noun, icon, empty, emptyAction, children } = props
  const { rows, view } = list
  if (rows?.length) {
    return (
      <Card aria-busy={list.isBusy} className="@container">
        {children(rows as readonly Row[])}
        <ListPager list={list} noun={noun} />
      </Card>
    )
  }
  if (list.error && !rows) {
    return (
      <LoadError
        title={`Error Loading ${capitalize(noun[1])}`}
        text={`Failed to load ${noun[1]}`}
        error={list.error}
        onRetry={list.refetch}
      />
    )
  }
  if (!rows || list.isBusy) return <LoadingList label={`Loading ${noun[1]}`} />
  if (isFiltered(view)) {
    return (
      <EmptyState
        icon={icon}
        title={`No ${noun[1]} found`}
        action={
          <Button variant="secondary" onClick={list.clear}>
            Show all {noun[1]}
          </Button>
        }
      />
    )
  }
  return <EmptyState icon={icon} title={empty} {...(emptyAction ? { action: emptyAction } : {})} />
}
