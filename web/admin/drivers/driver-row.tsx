import { X } from 'lucide-react'
import { useState } from 'react'
import { formatDate } from '#contract/dates/calendar.ts'
import type { Driver } from '#contract/routes/drivers.ts'
import { useSave } from '#web/admin/form/use-save.ts'
import { addAbsence, removeAbsence, updateDriver } from '#web/api/routes/drivers.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { DriverPhones } from './driver-phones.tsx'

type Editing = 'name' | 'absence' | 'phones' | undefined

export function DriverRow({ driver, canWrite }: { driver: Driver; canWrite: boolean }) {
  const { name, isDisabled } = driver
  const [editing, setEditing] = useState<Editing>()
  const { mutate, isPending } = useSave<boolean>({
    save: (next) => updateDriver(driver, { isDisabled: next }),
    onDone: () => {},
    successMessage: isDisabled ? 'Driver enabled' : 'Driver disabled',
    errorMessage: 'Failed to save the driver',
  })
  const toggle = (part: Editing) => setEditing(editing === part ? undefined : part)
  return (
    <li aria-label={name} className="flex flex-col gap-3 py-4 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="wrap-anywhere flex min-w-0 items-center gap-2 font-semibold">
          {name}
          {isDisabled ? <Badge tone="neutral">Disabled</Badge> : null}
        </p>
        {canWrite ? (
          <div className="flex flex-wrap gap-2">
            <Button
              variant="secondary"
              size="small"
              aria-label={`Rename ${name}`}
              aria-expanded={editing === 'name'}
              onClick={() => toggle('name')}
            >
              Rename
            </Button>
            <Button
              variant="secondary"
              size="small"
              aria-label={`Add days off for ${name}`}
              aria-expanded={editing === 'absence'}
              onClick={() => toggle('absence')}
            >
              Add days off
            </Button>
            <Button
              variant="secondary"
              size="small"
              aria-label={`Phones of ${name}`}
              aria-expanded={editing === 'phones'}
              onClick={() => toggle('phones')}
            >
              Phones
            </Button>
            <Button
              variant="secondary"
              size="small"
              aria-label={`${isDisabled ? 'Enable' : 'Disable'} ${name}`}
              disabled={isPending}
              onClick={() => mutate(!isDisabled)}
            >
              {isDisabled ? 'Enable' : 'Disable'}
            </Button>
          </div>
        ) : null}
      </div>
      <Absences driver={driver} canWrite={canWrite} />
      {editing === 'name' ? <NameForm driver={driver} onDone={() => toggle('name')} /> : null}
      {editing === 'absence' ? (
        <AbsenceForm driver={driver} onDone={() => toggle('absence')} />
      ) : null}
      {editing === 'phones' ? <DriverPhones driver={driver} /> : null}
    </li>
  )
}

const daysText = ({ from, to }: { from: string; to: string }) =>
  from === to
    ? formatDate(from, 'short')
    : `${formatDate(from, 'short')} to ${formatDate(to, 'short')}`

function Absences({ driver, canWrite }: { driver: Driver; canWrite: boolean }) {
  const { mutate, isPending } = useSave<string>({
    save: (absenceId) => removeAbsence(driver, absenceId),
    onDone: () => {},
    successMessage: 'Days off deleted',
    errorMessage: 'Failed to delete the days off',
  })
  if (driver.absences.length === 0) return null
  return (
    <ul aria-label={`Days off of ${driver.name}`} className="flex flex-col gap-1 text-sm">
      {driver.absences.map((absence) => (
        <li key={absence.id} className="flex items-center gap-2 text-muted">
          Off {daysText(absence)}
          {canWrite ? (
            <Button
              variant="ghost"
              size="icon"
              aria-label={`Delete days off ${daysText(absence)}`}
              disabled={isPending}
              onClick={() => mutate(absence.id)}
            >
              <X aria-hidden className="size-4.5" />
            </Button>
          ) : null}
        </li>
      ))}
    </ul>
  )
}

type DriverFormProps = { driver: Driver; onDone: () => void }

function NameForm({ driver, onDone }: DriverFormProps) {
  const [name, setName] = useState(driver.name)
  const { mutate, isPending } = useSave<string>({
    save: (value) => updateDriver(driver, { name: value }),
    onDone,
    successMessage: 'Driver saved',
    errorMessage: 'Failed to save the driver',
  })
  const error = name.trim() === '' ? 'Name is required' : undefined
  return (
    <form
      noValidate
      className="flex items-start gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (!error && !isPending) mutate(name.trim())
      }}
    >
      <Field label="Name" className="min-w-0 flex-1" error={error}>
        {(control) => (
          <Input
            {...control}
            autoFocus
            autoComplete="off"
            maxLength={100}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
        )}
      </Field>
      <Button type="submit" className="mt-6.5 h-12" disabled={isPending}>
        Save
      </Button>
    </form>
  )
}

function AbsenceForm({ driver, onDone }: DriverFormProps) {
  const [days, setDays] = useState({ from: '', to: '' })
  const [error, setError] = useState<string>()
  const { mutate, isPending } = useSave<typeof days>({
    save: (value) => addAbsence(driver, value),
    onDone,
    successMessage: 'Days off added',
    errorMessage: 'Failed to add the days off',
  })
  return (
    <form
      noValidate
      className="flex flex-wrap items-start gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        const value = { from: days.from, to: days.to || days.from }
        const isOrdered = value.from !== '' && value.from <= value.to
        setError(isOrdered ? undefined : 'Choose a first day, and a last day on or after it')
        if (isOrdered && !isPending) mutate(value)
      }}
    >
      <Field label="First day off" error={error}>
        {(control) => (
          <Input
            {...control}
            type="date"
            value={days.from}
            onChange={({ target }) => setDays({ ...days, from: target.value })}
          />
        )}
      </Field>
      <Field label="Last day off (optional)">
        {(control) => (
          <Input
            {...control}
            type="date"
            value={days.to}
            onChange={({ target }) => setDays({ ...days, to: target.value })}
          />
        )}
      </Field>
      <Button type="submit" className="h-12 sm:mt-6.5" disabled={isPending}>
        Add days off
      </Button>
    </form>
  )
}
