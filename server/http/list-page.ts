/** Rows of one page, the cursor of the next page, and the total if the query returned it. */
export type ListPage<Row> = { rows: Row[]; next: string | undefined; total?: string }
