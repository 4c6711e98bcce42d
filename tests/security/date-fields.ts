import { z } from 'zod'

type Node = { format?: string; properties?: Record<string, Node> } & Record<string, unknown>

/** Date fields of a schema, and string fields whose names suggest a date. */
export function dateFields(schema: z.ZodType | undefined) {
  const fields = { dates: new Set<string>(), unmarked: new Set<string>() }
  const visit = (node: unknown, name: string): void => {
    if (typeof node !== 'object' || node === null) return
    const { format, type, properties = {} } = node as Node
    if (format === 'date') fields.dates.add(name)
    else if (type === 'string' && /(date|until|day|due|placed)$/i.test(name))
      fields.unmarked.add(name)
    for (const [key, child] of Object.entries(properties)) visit(child, key)
    for (const [key, child] of Object.entries(node)) {
      if (key !== 'properties') for (const item of [child].flat()) visit(item, name)
    }
  }
  if (schema) visit(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), '')
  return fields
}
