import '#web/styles/app.css'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { createQueryClient } from '#web/api/query-client.ts'

const queryClient = createQueryClient()

/** One cache for all pages that ask the server for more than the product list. They wear the whole sheet. */
export function QueryProvider({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
}
