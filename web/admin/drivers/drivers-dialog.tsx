import { useQuery } from '@tanstack/react-query'
import { Users } from 'lucide-react'
import { useState } from 'react'
import { useSave } from '#web/admin/form/use-save.ts'
import { useCan } from '#web/admin/layout/use-can.ts'
import { createDriver, driversQuery } from '#web/api/routes/drivers.ts'
import { shopZoneName } from '#web/shared/instant.ts'
import { LoadError } from '#web/shared/load-error.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { LoadingList } from '#web/ui/loading-list.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { DriverRow } from './driver-row.tsx'

/** Reads the drivers only when it is opened: a shop may have none. */
export function DriversDialog({ onClose }: { onClose: () => void }) {
  const canWrite = useCan()('trucks.write')
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Drivers"
      description={`Choose a driver when you publish a route. Times are in ${shopZoneName()}.`}
      width="wide"
    >
      <div className="flex flex-col gap-5">
        {canWrite ? <AddDriver /> : null}
        <DriverList canWrite={canWrite} />
      </div>
    </Dialog>
  )
}

function AddDriver() {
  const [name, setName] = useState('')
  const [error, setError] = useState<string>()
  const { mutate, isPending } = useSave<string>({
    save: createDriver,
    onDone: () => setName(''),
    successMessage: 'Driver added',
    errorMessage: 'Failed to add the driver',
  })
  return (
    <form
      noValidate
      className="flex items-start gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        const isEmpty = name.trim() === ''
        setError(isEmpty ? 'Name is required' : undefined)
        if (!isEmpty && !isPending) mutate(name.trim())
      }}
    >
      <Field label="New driver" className="min-w-0 flex-1" error={error}>
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            maxLength={100}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
        )}
      </Field>
      <Button type="submit" className="mt-6.5 h-12" disabled={isPending}>
        Add driver
      </Button>
    </form>
  )
}

function DriverList({ canWrite }: { canWrite: boolean }) {
  const { data: drivers, error, refetch } = useQuery(driversQuery)
  if (!drivers) {
    return error ? (
      <LoadError
        title="We couldn't load the drivers"
        text="Try again in a moment."
        error={error}
        onRetry={() => void refetch()}
      />
    ) : (
      <LoadingList label="Loading drivers" />
    )
  }
  if (drivers.length === 0) {
    return (
      <EmptyState icon={Users} title="No drivers" text="Add the people who drive your trucks." />
    )
  }
  return (
    <ul aria-label="Drivers" className="flex flex-col divide-y divide-line">
      {drivers.map((driver) => (
        <DriverRow key={driver.id} driver={driver} canWrite={canWrite} />
      ))}
    </ul>
  )
}
