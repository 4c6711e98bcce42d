import { useQuery } from '@tanstack/react-query'
import { Controller, type UseFormReturn } from 'react-hook-form'
import { formatDate } from '#contract/dates/calendar.ts'
import { zonesQuery } from '#web/api/staff/zones.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardBody } from '#web/ui/card.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { RadioCards } from '#web/ui/form/radio-cards.tsx'
import { DayChangePreview } from './day-change-preview.tsx'
import { type DayReview, type DayValues, useDayChange } from './use-day-change.ts'
import { ZoneChoice } from './zone-choice.tsx'

const areas = [
  { value: 'shop', label: 'The whole shop', hint: 'All zones and every other address.' },
  { value: 'zones', label: 'Some zones' },
] as const

const kinds = [
  {
    value: 'closed',
    label: 'Closed',
    hint: "Deliveries move to their zone's next route day, or else to the next open date.",
  },
  { value: 'moved', label: 'Moved to another date' },
] as const

/** The field is not shown for a closed date. */
const hasNewDate = (toDate: string, { kind }: DayValues) =>
  kind === 'closed' || toDate !== '' || 'Choose the new date'

export function DayChangeCard() {
  const change = useDayChange()
  const { form, review, isPending } = change
  return (
    <Card>
      <CardBody>
        {review ? (
          <Review review={review} change={change} />
        ) : (
          <form noValidate onSubmit={change.submit} className="flex max-w-2xl flex-col gap-5">
            <DayFields form={form} />
            <Button type="submit" disabled={isPending} className="self-start">
              Preview
            </Button>
          </form>
        )}
      </CardBody>
    </Card>
  )
}

function DayFields({ form }: { form: UseFormReturn<DayValues> }) {
  const { errors } = form.formState
  const [area, kind] = form.watch(['area', 'kind'])
  const { data: zones = [] } = useQuery(zonesQuery)
  return (
    <>
      <Field label="Date" error={errors.date?.message}>
        {(control) => (
          <Input
            type="date"
            {...control}
            {...form.register('date', { required: 'Choose a date' })}
          />
        )}
      </Field>
      {zones.length > 0 ? (
        <Controller
          control={form.control}
          name="area"
          render={({ field }) => (
            <RadioCards
              legend="Where"
              options={areas}
              value={field.value}
              onChange={field.onChange}
            />
          )}
        />
      ) : null}
      {area === 'zones' ? <ZoneChoice form={form} zones={zones} /> : null}
      <Controller
        control={form.control}
        name="kind"
        render={({ field }) => (
          <RadioCards
            legend="What happens"
            options={kinds}
            value={field.value}
            onChange={field.onChange}
            error={errors.kind?.message}
          />
        )}
      />
      {kind === 'moved' ? (
        <Field label="New date" error={errors.toDate?.message}>
          {(control) => (
            <Input
              type="date"
              {...control}
              {...form.register('toDate', { validate: hasNewDate })}
            />
          )}
        </Field>
      ) : null}
      <Field
        label="Reason (optional)"
        hint="Customers see it, for example Storm."
        error={errors.reason?.message}
      >
        {(control) => <Input maxLength={60} {...control} {...form.register('reason')} />}
      </Field>
    </>
  )
}

type ReviewProps = { review: DayReview; change: ReturnType<typeof useDayChange> }

function Review({ review: { values, result, extraStops }, change }: ReviewProps) {
  const { date, kind, toDate, reason } = values
  const what = kind === 'moved' ? `moves to ${formatDate(toDate)}` : 'is closed'
  return (
    <div className="flex flex-col gap-5">
      <h2 className="text-lg">
        {formatDate(date)} {what}
        {reason ? ` (${reason})` : ''}
      </h2>
      <DayChangePreview
        result={result}
        extraStops={extraStops}
        onExtraStops={change.setExtraStops}
      />
      <div className="flex flex-wrap gap-3">
        <Button onClick={change.apply} disabled={change.isPending}>
          Apply change
        </Button>
        <Button variant="secondary" onClick={change.goBack} disabled={change.isPending}>
          Back
        </Button>
      </div>
    </div>
  )
}
