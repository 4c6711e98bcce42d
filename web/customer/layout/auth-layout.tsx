import type { ReactNode } from 'react'
import { PageShell } from '#web/shared/page-shell.tsx'
import { Card } from '#web/ui/card.tsx'

/** Layout of the login and verification pages. */
export function AuthLayout({ children }: { children: ReactNode }) {
  return (
    <PageShell mainClassName="grid place-items-center bg-linear-to-b from-surface-soft to-surface px-4 py-10 sm:py-16">
      <Card className="flex w-full max-w-md flex-col gap-5 p-6 sm:p-9">{children}</Card>
    </PageShell>
  )
}
