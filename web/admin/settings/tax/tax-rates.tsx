import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { StaffTaxRate } from '#contract/staff/tax.ts'
import { ImportButton } from '#web/admin/import/import-button.tsx'
import { taxRatesQuery } from '#web/api/staff/tax.ts'
import { LoadError } from '#web/shared/load-error.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { AddRateDialog } from './add-rate-dialog.tsx'
import { EndRateDialog } from './end-rate-dialog.tsx'
import { TaxRateList } from './tax-rate-list.tsx'

/** A short list needs no search. */
const SEARCHABLE_COUNT = 8

export function TaxRates({ isCharged }: { isCharged: boolean }) {
  const [search, setSearch] = useState('')
  const [isAdding, setIsAdding] = useState(false)
  const [ending, setEnding] = useState<StaffTaxRate>()
  const { data, error, refetch } = useQuery(taxRatesQuery(search.trim()))
  const isSearchable = search !== '' || (data?.count ?? 0) > SEARCHABLE_COUNT
  return (
    <div className="flex flex-col gap-4 border-line border-t p-5 sm:px-7">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 className="font-semibold text-base">Tax rates</h3>
        <div className="flex flex-wrap gap-3">
          <ImportButton kind="taxRates" />
          <Button className="px-4" onClick={() => setIsAdding(true)}>
            <Plus aria-hidden className="size-4.5" />
            Add rate
          </Button>
        </div>
      </div>
      {isCharged && data?.count === 0 && search === '' ? (
        <Alert tone="warning" title="No tax is charged yet">
          Add a rate for a state or ZIP code you deliver to.
        </Alert>
      ) : null}
      {isSearchable ? (
        <Input
          type="search"
          aria-label="Search tax rates"
          placeholder="ZIP code, state or label"
          maxLength={100}
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
      ) : null}
      {data ? (
        <TaxRateList rates={data.rates} count={data.count} onEnd={setEnding} />
      ) : error ? (
        <LoadError
          title="We couldn't load the tax rates"
          text="Nothing was changed. Try again."
          error={error}
          onRetry={() => void refetch()}
        />
      ) : (
        <div role="status" aria-busy aria-label="Loading tax rates">
          <Skeleton className="h-20" />
        </div>
      )}
      {isAdding ? <AddRateDialog onClose={() => setIsAdding(false)} /> : null}
      {ending ? <EndRateDialog rate={ending} onClose={() => setEnding(undefined)} /> : null}
    </div>
  )
}
