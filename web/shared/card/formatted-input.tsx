import { type ComponentProps, useLayoutEffect, useRef } from 'react'
import { Input } from '#web/ui/form/input.tsx'
import { digitsIn } from './card-number.ts'

type FormattedInputProps = Omit<ComponentProps<typeof Input>, 'value' | 'onChange'> & {
  value: string
  format: (typed: string) => string
  onValueChange: (value: string) => void
}

/** Shapes digits while they are typed, and leaves the caret behind the digit it stood behind. */
export function FormattedInput({ value, format, onValueChange, ...rest }: FormattedInputProps) {
  const caret = useRef<{ input: HTMLInputElement; digits: number }>(undefined)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the caret is set after each new value
  useLayoutEffect(() => {
    if (!caret.current) return
    const { input, digits } = caret.current
    caret.current = undefined
    const place = caretAfterDigits(input.value, digits)
    input.setSelectionRange(place, place)
  }, [value])

  return (
    <Input
      inputMode="numeric"
      {...rest}
      value={value}
      onChange={({ currentTarget: input }) => {
        const place = input.selectionStart ?? input.value.length
        // At the end the browser does the right thing by itself.
        if (place < input.value.length) {
          caret.current = { input, digits: digitsIn(input.value.slice(0, place)).length }
        }
        onValueChange(format(input.value))
      }}
    />
  )
}

function caretAfterDigits(text: string, count: number): number {
  let seen = 0
  for (let place = 0; place < text.length; place++) {
    if (seen === count) return place
    if (/\d/.test(text[place] ?? '')) seen += 1
  }
  return text.length
}
