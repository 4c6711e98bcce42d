import { CircleCheck, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Alert } from '#web/ui/alert.tsx'

type ImportAlertProps = { isGood?: boolean; title?: string; children: ReactNode }

/** Findings of a preview, announced at once. */
export function ImportAlert({ isGood = false, title, children }: ImportAlertProps) {
  const Icon = isGood ? CircleCheck : TriangleAlert
  return (
    <Alert
      urgent
      tone={isGood ? 'success' : 'danger'}
      icon={<Icon aria-hidden className="size-5 shrink-0 self-start" />}
      {...(title ? { title } : {})}
    >
      {children}
    </Alert>
  )
}
