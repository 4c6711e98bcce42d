import { type UseFormReturn, useWatch } from 'react-hook-form'
import { parsePlace, placeText } from '#contract/points/parse-place.ts'
import type { DeliveryPoint, PlaceSource } from '#contract/points/points.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { SwitchField } from '#web/ui/form/switch-field.tsx'
import { learnedText, sourceLabels } from './place-labels.ts'
import { PlaceMap } from './place-map.tsx'
import type { PointValues } from './point-values.ts'

type PlaceFieldsProps = { form: UseFormReturn<PointValues>; point: DeliveryPoint }

/** Where the door is: the pin, the place that drivers found, and the map. */
export function PlaceFields({ form, point }: PlaceFieldsProps) {
  const [text, isLearnedUsed] = useWatch({ control: form.control, name: ['pin', 'isLearnedUsed'] })
  const pin = parsePlace(text)
  const { zipCenter } = point
  const otherwise = withoutPin(point, isLearnedUsed)
  const center = point.place ?? pin
  const setPin = (pinText: string) =>
    form.setValue('pin', pinText, { shouldDirty: true, shouldValidate: true })
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="mb-1.5 font-semibold text-sm">Place on the map</legend>
      <p className="text-muted text-sm" aria-live="polite">
        {pin ? 'We use your pin instead of other places.' : `${sourceLabels[otherwise.source]}.`}
      </p>
      {point.learned ? (
        <SwitchField
          label="Use the learned place"
          hint={
            <>
              {learnedText(point)}.{' '}
              {pin
                ? "We'll use it if you remove the pin."
                : isLearnedUsed
                  ? 'Turn it off if drivers park far from the door.'
                  : "Later visits don't move the door until you turn it on."}
            </>
          }
          checked={isLearnedUsed}
          onCheckedChange={(isOn) => form.setValue('isLearnedUsed', isOn, { shouldDirty: true })}
        />
      ) : null}
      <div className="flex items-start gap-3">
        <Field
          label="Pin (latitude, longitude)"
          className="min-w-0 flex-1"
          error={form.formState.errors.pin?.message}
        >
          {(control) => (
            <Input
              autoComplete="off"
              placeholder="41.93, -74.02"
              {...control}
              {...form.register('pin')}
            />
          )}
        </Field>
        <Button
          variant="secondary"
          className="mt-6.5"
          disabled={text.trim() === ''}
          onClick={() => setPin('')}
        >
          Remove pin
        </Button>
      </div>
      {center ? (
        <PlaceMap
          center={center}
          zip={point.zip}
          zipCenter={zipCenter}
          place={pin ?? otherwise.place ?? center}
          isPinned={pin !== undefined}
          onPin={(place) => setPin(placeText(place))}
        />
      ) : (
        <p className="text-muted text-sm">
          We don't know ZIP code {point.zip}. Enter coordinates to place this door.
        </p>
      )}
    </fieldset>
  )
}

type PlaceWithSource = { source: PlaceSource; place: DeliveryPoint['place'] }

/** Rule 53: what counts without a pin. */
function withoutPin(
  { learned, importedPlace, zipCenter }: DeliveryPoint,
  isUsed: boolean,
): PlaceWithSource {
  if (learned && isUsed) return { source: 'fix', place: learned.place }
  if (importedPlace) return { source: 'import', place: importedPlace }
  return { source: 'zip', place: zipCenter }
}
