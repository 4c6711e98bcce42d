import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { type CountNoun, formatRowCount } from './format-row-count.ts'
import type { List } from './use-list.ts'

/** The row count and the buttons for other pages. */
export function ListPager<Row>({ list, noun }: { list: List<Row>; noun: CountNoun }) {
  const { cursor } = list.view
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 border-line border-t px-5 py-3.5 @4xl:px-6">
      <p role="status" className="text-muted text-sm">
        {formatRowCount(
          list.rows?.length ?? 0,
          list.total,
          Boolean(cursor || list.nextCursor),
          noun,
        )}
      </p>
      {cursor || list.nextCursor ? (
        <div className="flex gap-2">
          <Button
            variant="secondary"
            size="small"
            disabled={!cursor || list.isBusy}
            onClick={list.previous}
          >
            <ChevronLeft aria-hidden className="size-4" />
            {cursor && !list.hasCursorHistory ? 'First page' : 'Previous'}
          </Button>
          <Button
            variant="secondary"
            size="small"
            disabled={!list.nextCursor || list.isBusy}
            onClick={() => list.nextCursor && list.next(list.nextCursor)}
          >
            Next
            <ChevronRight aria-hidden className="size-4" />
          </Button>
        </div>
      ) : null}
    </div>
  )
}
