/** A file in the VRPLIB form: `NAME: value` lines, then sections of numbered rows. */
export type Sections = {
  header: (name: string) => string | undefined
  /** Rows in the order of their numbers; the numbers are left out. */
  rows: (name: string, isNumbered?: boolean) => number[][]
  /** The only value of each row. */
  column: (name: string) => number[]
}

export function readSections(text: string): Sections {
  const headers = new Map<string, string>()
  const sections = new Map<string, number[][]>()
  let current: number[][] | undefined
  for (const line of text.split(/\r?\n/).map((raw) => raw.trim())) {
    const header = /^(\w+)\s*:\s*(.*)$/.exec(line)
    if (line === '' || line === 'EOF') continue
    if (header?.[1]) {
      headers.set(header[1], header[2] ?? '')
      current = undefined
    } else if (/^[A-Z]\w*$/.test(line)) {
      current = []
      sections.set(line, current)
    } else {
      const values = line.split(/\s+/).map(Number)
      if (!current || values.some((value) => !Number.isFinite(value))) {
        throw new Error(`cannot read the line "${line}"`)
      }
      current.push(values)
    }
  }
  const rows: Sections['rows'] = (name, isNumbered = true) => {
    const found = sections.get(name) ?? []
    if (!isNumbered) return found
    return [...found].sort(([a = 0], [b = 0]) => a - b).map(([, ...values]) => values)
  }
  return {
    header: (name) => headers.get(name),
    rows,
    column: (name) => rows(name).map(([value = 0]) => value),
  }
}
