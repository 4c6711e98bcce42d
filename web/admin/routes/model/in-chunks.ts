/** Parts of a long list that are rendered together; `from` is the index of the first row. */
export const inChunks = <Row>(rows: readonly Row[], size: number) =>
  Array.from({ length: Math.ceil(rows.length / size) }, (_, index) => ({
    from: index * size,
    rows: rows.slice(index * size, (index + 1) * size),
  }))
