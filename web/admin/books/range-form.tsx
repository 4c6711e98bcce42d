import { useState } from 'react'
import type { BooksQuery } from '#contract/staff/books.ts'
import { pageData } from '#web/api/page-data.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { lastMonth, rangeError, thisMonth } from './book-range.ts'

type RangeFormProps = { range: BooksQuery; onChange: (range: BooksQuery) => void }

/** The dates of the books. An impossible range stays in the form with its error. */
export function RangeForm({ range, onChange }: RangeFormProps) {
  const [entered, setEntered] = useState(range)
  const { today } = pageData()
  const error = rangeError(entered)
  const enter = (next: BooksQuery) => {
    setEntered(next)
    if (!rangeError(next)) onChange(next)
  }
  return (
    <div className="grid grid-cols-2 items-start gap-4 sm:flex sm:flex-wrap">
      <Field label="From" className="sm:w-44">
        {(control) => (
          <Input
            type="date"
            max={today}
            value={entered.from}
            onChange={({ target }) => enter({ ...entered, from: target.value })}
            {...control}
          />
        )}
      </Field>
      <Field label="To" error={error} className="sm:w-44">
        {(control) => (
          <Input
            type="date"
            max={today}
            value={entered.to}
            onChange={({ target }) => enter({ ...entered, to: target.value })}
            {...control}
          />
        )}
      </Field>
      <div className="col-span-2 grid grid-cols-2 gap-3 sm:flex sm:flex-wrap min-[1100px]:mt-6.5">
        <Button variant="secondary" onClick={() => enter(thisMonth(today))}>
          This month
        </Button>
        <Button variant="secondary" onClick={() => enter(lastMonth(today))}>
          Last month
        </Button>
      </div>
    </div>
  )
}
