import { useId } from 'react'
import { Controller, type UseFormReturn } from 'react-hook-form'
import type { Zone } from '#contract/zones/zones.ts'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import type { DayValues } from './use-day-change.ts'

type ZoneChoiceProps = { form: UseFormReturn<DayValues>; zones: readonly Zone[] }

export function ZoneChoice({ form, zones }: ZoneChoiceProps) {
  const errorId = useId()
  // The error of an empty list has no single message of its own type.
  const error = form.formState.errors.zoneIds as { message?: string } | undefined
  return (
    <Controller
      control={form.control}
      name="zoneIds"
      rules={{
        validate: (ids, { area }) => area === 'shop' || ids.length > 0 || 'Choose a zone',
      }}
      render={({ field: { value, onChange } }) => (
        <fieldset aria-describedby={error ? errorId : undefined}>
          <legend className="mb-1.5 font-semibold text-sm">Zones</legend>
          <div className="flex flex-wrap gap-x-6 gap-y-4 py-1.5">
            {zones.map(({ id, name }) => (
              <Checkbox
                key={id}
                checked={value.includes(id)}
                onChange={({ target }) =>
                  onChange(target.checked ? [...value, id] : value.filter((other) => other !== id))
                }
              >
                <span className="wrap-anywhere">{name}</span>
              </Checkbox>
            ))}
          </div>
          <div aria-live="polite">
            {error?.message ? (
              <p id={errorId} className="font-medium text-danger text-sm">
                {error.message}
              </p>
            ) : null}
          </div>
        </fieldset>
      )}
    />
  )
}
