import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTheme } from '#web/admin/theme/use-theme.ts'
import { Brand } from '#web/shared/brand.tsx'
import { Card } from '#web/ui/card.tsx'

type LoginCardProps = { icon: LucideIcon; title: string; text: string; children: ReactNode }

/** The frame of staff pages that need no login. */
export function LoginCard({ icon: Icon, title, text, children }: LoginCardProps) {
  useTheme()
  return (
    <div className="flex min-h-dvh flex-col bg-linear-to-b from-surface-soft to-surface">
      <header className="mx-auto flex h-16 w-full max-w-6xl items-center px-4 sm:px-6">
        <Brand />
      </header>
      <main
        id="main"
        tabIndex={-1}
        className="grid flex-1 place-items-center px-4 pt-4 pb-24 outline-none"
      >
        <Card className="flex w-full max-w-md flex-col gap-6 p-6 sm:p-9">
          <div className="flex items-start gap-4">
            <span
              aria-hidden
              className="grid size-12 shrink-0 place-items-center rounded-control bg-action-soft text-action"
            >
              <Icon className="size-6" />
            </span>
            <div className="flex flex-col gap-1">
              <h1 className="text-2xl">{title}</h1>
              <p className="text-muted">{text}</p>
            </div>
          </div>
          {children}
        </Card>
      </main>
    </div>
  )
}
