/** What a spreadsheet takes for the beginning of a formula, in every width that one of them reads. */
const FORMULA = /^'*[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/

/**
 * A cell that would be run as a formula gets an apostrophe in front. So does one that looks as if it
 * had got one already, or the way back could not tell the two apart.
 */
export const defused = (text: string): string => (FORMULA.test(text) ? `'${text}` : text)

/** The cell as it was before it left the house. */
export const restored = (cell: string): string =>
  cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell
