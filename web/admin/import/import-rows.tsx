import type { ReactNode } from 'react'

type ImportRowsProps = {
  label: string
  columns: readonly string[]
  hiddenCount: number
  children: ReactNode
}

/** The table of a preview. A phone shows three columns; the fourth is part of the third there. */
export function ImportRows({ label, columns, hiddenCount, children }: ImportRowsProps) {
  return (
    <div>
      <table aria-label={label} className="w-full text-left text-sm">
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column}
                scope="col"
                className="pr-4 pb-2 font-semibold text-muted max-sm:nth-4:hidden"
              >
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
      {hiddenCount > 0 ? (
        <p className="mt-2 text-muted text-sm">and {hiddenCount.toLocaleString('en-US')} more</p>
      ) : null}
    </div>
  )
}

type ImportErrorsProps = {
  errors: readonly { line: number; column: string | null; message: string }[]
  errorCount: number
}

const MAX_SHOWN = 100

/** The errors of a file by line and column. */
export function ImportErrors({ errors, errorCount }: ImportErrorsProps) {
  const shown = errors.slice(0, MAX_SHOWN)
  return (
    <ImportRows
      label="Errors"
      columns={['Line', 'Column', 'Problem']}
      hiddenCount={errorCount - shown.length}
    >
      {shown.map(({ line, column, message }) => (
        <tr key={`${line} ${column} ${message}`} className="border-line border-t align-top">
          <td className="py-2 pr-4 tabular-nums">{line}</td>
          <td className="py-2 pr-4">{column ?? '–'}</td>
          <td className="wrap-anywhere py-2 font-medium text-danger">{message}</td>
        </tr>
      ))}
    </ImportRows>
  )
}

/** Columns that the import does not read. */
export function IgnoredColumns({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null
  return <p className="wrap-anywhere text-muted text-sm">Ignored columns: {names.join(', ')}</p>
}
