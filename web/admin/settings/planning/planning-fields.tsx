import type { UseFormReturn } from 'react-hook-form'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { fieldHint, type PlanningForm, planningGroups } from './planning-form.ts'

export function PlanningFields({ form }: { form: UseFormReturn<PlanningForm> }) {
  const { errors } = form.formState
  return planningGroups.map(({ legend, text, fields }) => (
    <fieldset key={legend} className="min-w-0">
      <legend className="font-bold">{legend}</legend>
      {text ? <p className="text-muted text-sm">{text}</p> : null}
      <div className="mt-3 grid gap-x-5 gap-y-4 sm:grid-cols-2">
        {fields.map((field) => (
          <Field
            key={field.name}
            label={field.label}
            hint={fieldHint(field)}
            error={errors[field.name]?.message}
          >
            {(control) => (
              <Input
                type={field.type}
                autoComplete="off"
                {...(field.type === 'text' && { maxLength: 60 })}
                {...(field.type === 'number' && { inputMode: 'decimal', min: 0, step: 'any' })}
                {...control}
                {...form.register(field.name, { valueAsNumber: field.type === 'number' })}
              />
            )}
          </Field>
        ))}
      </div>
    </fieldset>
  ))
}
