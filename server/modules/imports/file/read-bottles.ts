import { type ColumnName, columnLabel } from './find-columns.ts'
import { type OrError, readAmount, readCount } from './read-values.ts'

export type ImportedBottles = {
  bottlesHeld: number
  onDeposit: number
  /** The deposit paid for those on deposit. Null: the shop's deposit for each bottle. */
  depositCents: number | null
  /** The file has no number of bottles on deposit. */
  isAssumed: boolean
}

const MAX_BOTTLES = 10_000

type Cells = {
  cell: (column: ColumnName) => string
  read: <T>(column: ColumnName, result: OrError<T>) => T | undefined
  fail: (column: string | null, message: string) => void
}

/**
 * Rule 67: without a number on deposit, the bottles held count as on deposit, because a customer
 * must not pay for bottles that they already have; but nothing is owed for them either, unless the
 * file has an amount. A smaller number is meant: the first delivery carries the rest (rule 42).
 */
export function readBottles({ cell, read, fail }: Cells): ImportedBottles {
  const count = (column: ColumnName) => read(column, readCount(cell(column), MAX_BOTTLES))
  const bottlesHeld = count('bottlesHeld')
  const counted = count('bottlesOnDeposit')
  const isAssumed = cell('bottlesOnDeposit') === ''
  const onDeposit = (isAssumed ? bottlesHeld : counted) ?? 0
  if (bottlesHeld !== undefined && onDeposit > bottlesHeld && cell('bottlesHeld') !== '')
    fail(columnLabel('bottlesOnDeposit'), 'This is more than the bottles held.')
  const paid = read('depositPaid', readAmount(cell('depositPaid'))) ?? null
  if (paid && onDeposit === 0)
    fail(columnLabel('bottlesOnDeposit'), 'Enter for how many bottles this deposit was paid.')
  return {
    bottlesHeld: Math.max(bottlesHeld ?? 0, onDeposit),
    onDeposit,
    depositCents: paid ?? (isAssumed ? 0 : null),
    isAssumed: isAssumed && onDeposit > 0 && paid === null,
  }
}
