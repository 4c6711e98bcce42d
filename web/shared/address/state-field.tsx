import { type RefObject, useEffect, useRef } from 'react'
import { type Control, type FieldValues, type Path, useController } from 'react-hook-form'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { findStateCode, findStateName, normalizeState } from './states.ts'

/** Two letters. A state that is written out becomes its code before anything is cut off. */
export function StateField<Form extends FieldValues>({ control }: { control: Control<Form> }) {
  const { field, fieldState } = useController({ control, name: 'deliveryState' as Path<Form> })
  const input = useRef<HTMLInputElement>(null)
  useWrittenOutState(input, field.onChange)

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
 * The field takes two letters, so a browser would keep 'Ne' of a 'New York' that is pasted, filled
 * in or typed, and that is Nebraska. Here the whole text is seen before it is cut.
 */
function useWrittenOutState(
  input: RefObject<HTMLInputElement | null>,
  onState: (code: string) => void,
) {
  useEffect(() => {
    const element = input.current
    if (!element) return
    let typed = ''

    function onBeforeInput(event: InputEvent) {
      const text = event.data ?? event.dataTransfer?.getData('text/plain')
      const isAllSelected =
        element?.selectionStart === 0 && element.selectionEnd === element.value.length
      typed = event.inputType === 'insertText' && !isAllSelected ? typed + text : (text ?? '')
      const code = findStateCode(typed)
      if (!code) return
      event.preventDefault()
      onState(code)
    }

    element.addEventListener('beforeinput', onBeforeInput)
    return () => element.removeEventListener('beforeinput', onBeforeInput)
  }, [input, onState])
}
