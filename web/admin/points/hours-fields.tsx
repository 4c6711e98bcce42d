import { X } from 'lucide-react'
import { type UseFormReturn, useFieldArray } from 'react-hook-form'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import type { PointValues } from './point-values.ts'

const MAX_HOURS = 4

/** When the door is open, every day. Without hours it is open all day. */
export function HoursFields({ form }: { form: UseFormReturn<PointValues> }) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'openingHours' })
  const errors = form.formState.errors.openingHours
  const overlap = errors?.root?.message ?? errors?.message
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="mb-1.5 font-semibold text-sm">Opening hours</legend>
      <p className="text-muted text-sm">
        {fields.length === 0
          ? 'Open all day. Plans never deliver outside of opening hours.'
          : 'Plans never deliver outside of these hours.'}
      </p>
      {fields.map((field, position) => (
        <div key={field.id} className="flex flex-wrap items-start gap-3">
          {(['from', 'to'] as const).map((end) => (
            <Field
              key={end}
              label={`Open ${position + 1} ${end}`}
              className="min-w-0 flex-1 basis-28"
              error={errors?.[position]?.[end]?.message}
            >
              {(control) => (
                <Input
                  type="time"
                  {...control}
                  {...form.register(`openingHours.${position}.${end}`)}
                />
              )}
            </Field>
          ))}
          <Button
            variant="secondary"
            className="mt-6.5"
            aria-label={`Remove opening hours ${position + 1}`}
            onClick={() => remove(position)}
          >
            <X aria-hidden className="size-4.5" />
          </Button>
        </div>
      ))}
      <div aria-live="polite">
        {overlap ? <p className="font-medium text-danger text-sm">{overlap}</p> : null}
      </div>
      {fields.length < MAX_HOURS ? (
        <Button
          variant="secondary"
          size="small"
          className="self-start"
          onClick={() => append({ from: '08:00', to: '12:00' })}
        >
          Add opening hours
        </Button>
      ) : null}
    </fieldset>
  )
}
