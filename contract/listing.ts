import { z } from 'zod'

export const PAGE_SIZE = 50

/**
 * Lists are JSON arrays, newest first. Without `limit` the whole list comes; with it a page, the next
 * one in a Link header. X-Total-Count says how many there are, or 1000+ for a long filtered list.
 */
export const ListQuery = z.object({
  q: z.string().max(200).optional(),
  status: z.string().max(40).optional(),
  limit: z.coerce.number().int().min(1).max(200).optional(),
  cursor: z.string().max(200).optional(),
})
export type ListQuery = z.infer<typeof ListQuery>

export const TOTAL_HEADER = 'x-total-count'
