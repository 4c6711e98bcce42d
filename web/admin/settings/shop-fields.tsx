import type { UseFormReturn } from 'react-hook-form'
import type { SettingsForm } from '#contract/staff/settings.ts'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { Textarea } from '#web/ui/form/textarea.tsx'
import { shopFieldLabels } from './shop-field-labels.ts'

/** The fields on one line, and where customers see them. */
const lines = [
  { name: 'name', max: 80, hint: 'On every page, in emails and on invoices.' },
  {
    name: 'phone',
    type: 'tel',
    max: 40,
    hint: 'In the footer, in emails, on invoices and on legal pages.',
  },
  {
    name: 'email',
    type: 'email',
    max: 254,
    hint: 'We send emails from this address and show it next to the phone number.',
  },
  { name: 'city', max: 100, hint: 'In the footer of pages and emails.' },
  { name: 'town', max: 100, hint: 'On the legal pages and invoices.' },
] as const

export function ShopFields({ form }: { form: UseFormReturn<SettingsForm> }) {
  const { errors } = form.formState
  return (
    <div className="grid gap-x-5 gap-y-4 sm:grid-cols-2">
      {lines.map(({ name, max, hint, ...line }) => (
        <Field
          key={name}
          label={shopFieldLabels[name]}
          hint={hint}
          error={errors[name]?.message}
          className={name === 'name' ? 'sm:col-span-2' : ''}
        >
          {(control) => (
            <Input
              autoComplete="off"
              maxLength={max}
              {...line}
              {...control}
              {...form.register(name)}
            />
          )}
        </Field>
      ))}
      <Field
        label={shopFieldLabels.legalContact}
        hint="Below the phone number on the legal pages. For example, your mailing address. Optional."
        error={errors.legalContact?.message}
        className="sm:col-span-2"
      >
        {(control) => <Textarea maxLength={500} {...control} {...form.register('legalContact')} />}
      </Field>
    </div>
  )
}
