import { Field } from '#web/ui/form/field.tsx'
import { Textarea } from '#web/ui/form/textarea.tsx'

type NoteFieldProps = { value: string; onChange: (value: string) => void; label?: string }

export function NoteField({ value, onChange, label = 'Note for dispatch' }: NoteFieldProps) {
  return (
    <Field label={label}>
      {(control) => (
        <Textarea
          {...control}
          rows={2}
          maxLength={1000}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  )
}
