import { PackageCheck, Search } from 'lucide-react'
import { memo, useDeferredValue, useId, useMemo, useState } from 'react'
import type { Board, BoardDelivery } from '#contract/routes/board.ts'
import { Input } from '#web/ui/form/input.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { NearViewport } from '../lane/near-viewport.tsx'
import { inChunks } from '../model/in-chunks.ts'
import { countBottles } from '../model/lanes.ts'
import { bottlesText } from '../model/stop-texts.ts'
import { filterDeliveries } from './filter-deliveries.ts'
import { PoolItem } from './pool-item.tsx'

const ALL = 'all'
const NO_ZONE = 'none'
const CHUNK = 20
const ITEM_HEIGHT = 68

type PoolProps = { unplanned: readonly BoardDelivery[]; zones: Board['zones'] }

/** The day's deliveries that are on no route. */
export const Pool = memo(({ unplanned, zones }: PoolProps) => {
  const id = useId()
  const [text, setText] = useState('')
  const [zone, setZone] = useState(ALL)
  const searchText = useDeferredValue(text)
  const shown = useMemo(
    () => filterDeliveries(unplanned, searchText, zone === ALL ? undefined : zone),
    [unplanned, searchText, zone],
  )
  const zoneNames = useMemo(() => new Map(zones.map(({ id: key, name }) => [key, name])), [zones])
  const isFiltered = text !== '' || zone !== ALL
  return (
    <section
      aria-labelledby={id}
      className="flex min-h-0 flex-col rounded-control border border-line bg-surface shadow-card"
    >
      <div className="flex flex-col gap-2 p-3">
        <div className="flex items-baseline justify-between gap-2">
          <h2 id={id} className="text-base">
            Unplanned
          </h2>
          <span aria-live="polite" className="text-muted text-sm tabular-nums">
            {isFiltered ? `${shown.length} of ${unplanned.length}` : unplanned.length}
            {' · '}
            {bottlesText(countBottles(shown))}
          </span>
        </div>
        {unplanned.length > 0 ? (
          <div className="flex flex-wrap gap-2">
            <div className="relative min-w-0 flex-1 basis-36">
              <Search
                aria-hidden
                className="-translate-y-1/2 pointer-events-none absolute top-1/2 left-3 size-4 text-muted"
              />
              <Input
                type="search"
                aria-label="Search unplanned deliveries"
                placeholder="Search"
                autoComplete="off"
                maxLength={200}
                className="h-11 pl-9 sm:h-10"
                value={text}
                onChange={(event) => setText(event.target.value)}
              />
            </div>
            {zones.length > 0 ? (
              <div className="min-w-0 flex-1 basis-28">
                <Select
                  aria-label="Zone"
                  className="h-11 text-sm sm:h-10"
                  options={[
                    { value: ALL, label: 'All zones' },
                    ...zones.map(({ id: value, name }) => ({ value, label: name })),
                    { value: NO_ZONE, label: 'No zone' },
                  ]}
                  value={zone}
                  onValueChange={(value) => value && setZone(value)}
                />
              </div>
            ) : null}
          </div>
        ) : null}
      </div>
      <PoolList shown={shown} zoneNames={zoneNames} isFiltered={isFiltered} />
    </section>
  )
})

type PoolListProps = {
  shown: readonly BoardDelivery[]
  zoneNames: ReadonlyMap<string, string>
  isFiltered: boolean
}

function PoolList({ shown, zoneNames, isFiltered }: PoolListProps) {
  if (shown.length === 0) {
    return (
      <p className="flex items-center gap-2 px-3 pb-4 text-muted text-sm">
        {isFiltered ? null : <PackageCheck aria-hidden className="size-4.5 text-success" />}
        {isFiltered ? 'No deliveries match.' : 'Every delivery is on a route.'}
      </p>
    )
  }
  return (
    <div className="max-h-72 overflow-y-auto px-3 pb-1 @2xl:max-h-none @2xl:min-h-40">
      {inChunks(shown, CHUNK).map(({ from, rows }) => (
        <NearViewport
          key={from}
          isAlways={shown.length <= 3 * CHUNK}
          height={rows.length * ITEM_HEIGHT}
        >
          {() => (
            <ul {...(from === 0 && { 'aria-label': 'Unplanned deliveries' })}>
              {rows.map((delivery) => (
                <PoolItem
                  key={delivery.orderId}
                  delivery={delivery}
                  zone={delivery.zoneId ? zoneNames.get(delivery.zoneId) : undefined}
                />
              ))}
            </ul>
          )}
        </NearViewport>
      ))}
    </div>
  )
}
