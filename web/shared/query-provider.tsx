import '#web/styles/app.css'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { createQueryClient } from '#web/api/query-client.ts'

const queryClient = createQueryClient()

/** The query cache shared by all pages except home and legal. Loads the full stylesheet. */
export function QueryProvider({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
}
