import { type RefObject, useEffect, useRef } from 'react'
import { type Control, type FieldValues, type Path, useController } from 'react-hook-form'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { findStateCode, findStateName, normalizeState } from './states.ts'

/** A two-letter field. A full state name is converted to its code before it is truncated. */
export function StateField<Form extends FieldValues>({ control }: { control: Control<Form> }) {
  const { field, fieldState } = useController({ control, name: 'deliveryState' as Path<Form> })
  const input = useRef<HTMLInputElement>(null)
  useFullStateName(input, field.onChange)

  return (
    <Field
      label="State"
      error={fieldState.error?.message}
      hint={findStateName(field.value)}
      className="sm:col-span-2"
    >
      {(aria) => (
        <Input
          {...aria}
          {...field}
          ref={(element) => {
            input.current = element
            field.ref(element)
          }}
          onChange={(event) => field.onChange(normalizeState(event.target.value))}
          maxLength={2}
          autoComplete="shipping address-level1"
          autoCapitalize="characters"
          spellCheck={false}
          placeholder="NY"
        />
      )}
    </Field>
  )
}

/**
 * The field has maxLength 2, so the browser would truncate a pasted or autofilled 'New York' to
 * 'Ne', which is Nebraska. This hook reads the full text before that.
 */
function useFullStateName(
  input: RefObject<HTMLInputElement | null>,
  onState: (code: string) => void,
) {
  useEffect(() => {
    const element = input.current
    if (!element) return
    let inputText = ''

    function onBeforeInput(event: InputEvent) {
      const text = event.data ?? event.dataTransfer?.getData('text/plain')
      const isAllSelected =
        element?.selectionStart === 0 && element.selectionEnd === element.value.length
      inputText =
        event.inputType === 'insertText' && !isAllSelected ? inputText + text : (text ?? '')
      const code = findStateCode(inputText)
      if (!code) return
      event.preventDefault()
      onState(code)
    }

    element.addEventListener('beforeinput', onBeforeInput)
    return () => element.removeEventListener('beforeinput', onBeforeInput)
  }, [input, onState])
}
