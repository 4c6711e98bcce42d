import { type ComponentProps, useLayoutEffect, useRef } from 'react'
import { Input } from '#web/ui/form/input.tsx'
import { digitsIn } from './card-number.ts'

type FormattedInputProps = Omit<ComponentProps<typeof Input>, 'value' | 'onChange'> & {
  value: string
  format: (input: string) => string
  onValueChange: (value: string) => void
}

/** Formats digits while typing, and keeps the caret after the same digit. */
export function FormattedInput({ value, format, onValueChange, ...rest }: FormattedInputProps) {
  const caret = useRef<{ input: HTMLInputElement; digits: number }>(undefined)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the caret is set after each new value
  useLayoutEffect(() => {
    if (!caret.current) return
    const { input, digits } = caret.current
    caret.current = undefined
    const position = caretAfterDigits(input.value, digits)
    input.setSelectionRange(position, position)
  }, [value])

  return (
    <Input
      inputMode="numeric"
      {...rest}
      value={value}
      onChange={({ currentTarget: input }) => {
        const position = input.selectionStart ?? input.value.length
        // At the end of the input the browser keeps the caret correctly.
        if (position < input.value.length) {
          caret.current = { input, digits: digitsIn(input.value.slice(0, position)).length }
        }
        onValueChange(format(input.value))
      }}
    />
  )
}

function caretAfterDigits(text: string, count: number): number {
  let digitCount = 0
  for (let position = 0; position < text.length; position++) {
    if (digitCount === count) return position
    if (/\d/.test(text[position] ?? '')) digitCount += 1
  }
  return text.length
}
