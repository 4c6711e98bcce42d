import { Copy, Download, Printer } from 'lucide-react'
import { pageData } from '#web/api/page-data.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/overlay/use-toast.ts'

type RecoveryCodeListProps = { codes: readonly string[]; onDone: () => void }

/** The server stores only hashes, so the codes are shown this once. */
export function RecoveryCodeList({ codes, onDone }: RecoveryCodeListProps) {
  const text = `${pageData().shop.name} recovery codes\n\n${codes.join('\n')}\n`
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      toast({ title: 'Codes copied' })
    } catch {
      toast({ title: 'Error', description: 'Failed to copy the codes', variant: 'destructive' })
    }
  }
  return (
    <div className="flex flex-col gap-4">
      <Alert tone="warning" title="Save your recovery codes now">
        We won't show them again. Each works once if you lose your phone. Earlier codes no longer
        work.
      </Alert>
      <ul
        aria-label="Recovery codes"
        className="grid grid-cols-1 gap-x-6 gap-y-1.5 font-mono text-sm sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2 print:hidden">
        <Button variant="secondary" size="small" onClick={() => void copy()}>
          <Copy aria-hidden className="size-4" />
          Copy
        </Button>
        <Button variant="secondary" size="small" onClick={() => saveFile(text)}>
          <Download aria-hidden className="size-4" />
          Download
        </Button>
        <Button variant="secondary" size="small" onClick={() => window.print()}>
          <Printer aria-hidden className="size-4" />
          Print
        </Button>
      </div>
      <div className="print:hidden">
        <Button onClick={onDone}>I saved my codes</Button>
      </div>
    </div>
  )
}

function saveFile(text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = url
  link.download = 'recovery-codes.txt'
  link.click()
  URL.revokeObjectURL(url)
}
