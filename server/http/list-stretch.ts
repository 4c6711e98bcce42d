/** One stretch of a list, where the next one begins, and how many there are where that came along. */
export type Stretch<Row> = { rows: Row[]; next: string | undefined; total?: string }
