import { CalendarPlus, FileUp } from 'lucide-react'
import { useRef } from 'react'
import { type UseFormReturn, useFieldArray } from 'react-hook-form'
import { shopDate } from '#contract/dates/shop-calendar.ts'
import { pageData } from '#web/api/page-data.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { Textarea } from '#web/ui/form/textarea.tsx'
import { RouteDayFields } from './route-day-fields.tsx'
import { newRouteDay, splitZips, type ZoneValues } from './zone-values.ts'

export function ZoneFields({ form }: { form: UseFormReturn<ZoneValues> }) {
  const { errors } = form.formState
  const days = useFieldArray({ control: form.control, name: 'routeDays' })
  const today = shopDate(pageData().shop.calendar, new Date())
  return (
    <>
      <Field label="Name" error={errors.name?.message}>
        {(control) => (
          <Input autoComplete="off" maxLength={60} {...control} {...form.register('name')} />
        )}
      </Field>
      <Field
        label="ZIP codes"
        hint="Paste a list or a column of a spreadsheet."
        error={errors.zips?.message}
      >
        {(control) => <Textarea inputMode="numeric" {...control} {...form.register('zips')} />}
      </Field>
      <ZipFile
        onZips={(zips) => {
          const all = [...new Set([...splitZips(form.getValues('zips')), ...zips])]
          form.setValue('zips', all.join(', '), { shouldDirty: true, shouldValidate: true })
        }}
      />
      <fieldset className="flex flex-col gap-4">
        <legend className="mb-2 font-semibold">Route days</legend>
        {days.fields.map((day, index) => (
          <RouteDayFields
            key={day.id}
            form={form}
            index={index}
            onRemove={() => days.remove(index)}
          />
        ))}
        <Button
          variant="secondary"
          className="self-start"
          onClick={() => days.append(newRouteDay(today))}
        >
          <CalendarPlus aria-hidden className="size-4.5" />
          Add route day
        </Button>
      </fieldset>
    </>
  )
}

/** Adds the ZIP codes of a text or CSV file to the field, where they can be checked. */
function ZipFile({ onZips }: { onZips: (zips: string[]) => void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className="-mt-2">
      <input
        ref={input}
        type="file"
        accept=".csv,.txt,text/csv,text/plain"
        aria-label="File with ZIP codes"
        className="sr-only"
        tabIndex={-1}
        onChange={async ({ target }) => {
          const text = await target.files?.[0]?.text()
          target.value = ''
          if (text) onZips(text.match(/\b\d{5}(?:-\d{4})?\b/g) ?? [])
        }}
      />
      <Button variant="secondary" onClick={() => input.current?.click()}>
        <FileUp aria-hidden className="size-4.5" />
        Add from a file
      </Button>
    </div>
  )
}
