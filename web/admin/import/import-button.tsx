import { Upload } from 'lucide-react'
import { useState } from 'react'
import type { ImportKind } from '#web/api/staff/imports.ts'
import { Button } from '#web/ui/button.tsx'
import { ImportDialog } from './import-dialog.tsx'

type ImportButtonProps = { kind: ImportKind; label?: string }

export function ImportButton({ kind, label = 'Import' }: ImportButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="secondary" className="px-4" onClick={() => setIsOpen(true)}>
        <Upload aria-hidden className="size-4.5" />
        {label}
      </Button>
      {isOpen ? <ImportDialog kind={kind} onClose={() => setIsOpen(false)} /> : null}
    </>
  )
}
