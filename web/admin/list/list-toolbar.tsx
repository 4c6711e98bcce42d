import { ArrowUpDown, RefreshCw, Search } from 'lucide-react'
import { ImportButton } from '#web/admin/import/import-button.tsx'
import { useCan } from '#web/admin/layout/use-can.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Input } from '#web/ui/form/input.tsx'
import { Select, type SelectOption } from '#web/ui/form/select.tsx'
import { RadioMenu } from '#web/ui/navigation/radio-menu.tsx'
import { ExportLink } from './export-link.tsx'
import type { List } from './use-list.ts'
import { useSorting } from './use-sorting.ts'

/** A select cannot have an empty value. */
const ALL = 'all'

export type ListFilter = { label: string; allLabel: string; options: readonly SelectOption[] }
export type ListSearch = { label: string; placeholder: string }

type ListToolbarProps<Row> = {
  list: List<Row>
  search?: ListSearch
  filter?: ListFilter
  /** API path of the CSV export. */
  exportPath?: string
  /** The kind of CSV import, if the list has one. */
  importKind?: 'customers' | 'trucks'
}

export function ListToolbar<Row>({
  list,
  search,
  filter,
  exportPath,
  importKind,
}: ListToolbarProps<Row>) {
  const sorting = useSorting(list)
  const can = useCan()
  return (
    <div className="mb-4 flex flex-wrap items-center gap-3">
      {search ? (
        <div className="relative min-w-0 flex-1 basis-60 sm:max-w-sm">
          <Search
            aria-hidden
            className="-translate-y-1/2 pointer-events-none absolute top-1/2 left-3.5 size-4.5 text-muted"
          />
          <Input
            type="search"
            aria-label={search.label}
            placeholder={search.placeholder}
            autoComplete="off"
            spellCheck={false}
            maxLength={200}
            className="pl-10.5"
            value={list.text}
            onChange={(event) => list.setText(event.target.value)}
          />
        </div>
      ) : null}
      {filter ? (
        <div className="min-w-0 flex-1 basis-32 sm:max-w-52 sm:basis-44">
          <Select
            aria-label={filter.label}
            options={[{ value: ALL, label: filter.allLabel }, ...filter.options]}
            value={list.view.status || ALL}
            onValueChange={(value) => list.change({ status: value === ALL ? '' : value })}
          />
        </div>
      ) : null}
      {sorting.options.length > 0 ? (
        <RadioMenu
          label="Sort"
          icon={<ArrowUpDown aria-hidden className="size-4.5 text-muted" />}
          options={sorting.options}
          value={sorting.selected}
          onValueChange={sorting.sortBy}
        />
      ) : null}
      <div className="ml-auto flex items-center gap-2">
        {importKind && can(`${importKind}.write`) ? <ImportButton kind={importKind} /> : null}
        {exportPath && can('exports.read') ? <ExportLink list={list} path={exportPath} /> : null}
        <Button variant="ghost" size="icon" aria-label="Refresh" onClick={list.refetch}>
          <RefreshCw aria-hidden className={cx('size-4.5', list.isBusy && 'animate-spin')} />
        </Button>
      </div>
    </div>
  )
}
