/** Start of a cell that a spreadsheet runs as a formula, including full-width characters. */
const FORMULA = /^'*[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/

/**
 * Puts an apostrophe in front of a cell that a spreadsheet would run as a formula. A cell that
 * already starts with one gets another, so that `unescapeFormula` restores both exactly.
 */
export const escapeFormula = (text: string): string => (FORMULA.test(text) ? `'${text}` : text)

/** Returns the cell as it was before the export. */
export const unescapeFormula = (cell: string): string =>
  cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell
