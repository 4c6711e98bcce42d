import { Copy } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { toast } from '#web/ui/overlay/use-toast.ts'

/** A link to copy. Without access to the clipboard the text is selected instead. */
export function CopyLink({ label, url }: { label: string; url: string }) {
  return (
    <Field label={label}>
      {(control) => (
        <div className="flex flex-wrap gap-2">
          <Input
            readOnly
            {...control}
            value={url}
            onFocus={(event) => event.target.select()}
            className="min-w-0 flex-1 basis-56"
          />
          <Button variant="secondary" onClick={() => void copy(control.id, url)}>
            <Copy aria-hidden className="size-4" />
            Copy link
          </Button>
        </div>
      )}
    </Field>
  )
}

async function copy(inputId: string, url: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(url)
    toast({ title: 'Link copied' })
  } catch {
    const input = document.getElementById(inputId)
    if (input instanceof HTMLInputElement) input.select()
  }
}
