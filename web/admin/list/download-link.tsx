import { useQueryClient } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import type { MouseEvent, ReactNode } from 'react'
import { sessionQuery } from '#web/api/session.ts'
import { askForConfirmation } from '#web/api/staff/confirmation.ts'
import { buttonClass } from '#web/ui/button.tsx'

/** Downloads a file of the staff portal. */
export function DownloadLink({ href, children }: { href: string; children: ReactNode }) {
  const queries = useQueryClient()

  /** Checks the session first: a rejected download can neither redirect nor ask for the password. */
  const download = async (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    const session = queries.fetchQuery({ ...sessionQuery, staleTime: 0 })
    const current = await session.catch(() => undefined)
    if (current === null) return
    const needsConfirmation = current?.user.needsConfirmation === true
    if (!needsConfirmation || (await askForConfirmation())) startDownload(href)
  }

  return (
    <a
      href={href}
      download
      onClick={(event) => void download(event)}
      className={buttonClass('secondary', 'medium', 'px-4')}
    >
      <Download aria-hidden className="size-4.5" />
      {children}
    </a>
  )
}

function startDownload(href: string): void {
  const link = document.createElement('a')
  link.href = href
  link.download = ''
  link.click()
}
