import { FileUp } from 'lucide-react'
import { type DragEvent, useState } from 'react'
import { cx } from '#web/ui/cx.ts'

type FileFieldProps = { name: string | undefined; onFile: (file: File) => void }

/** A drop zone over a native file input, which keyboards and screen readers use. */
export function FileField({ name, onFile }: FileFieldProps) {
  const [isOver, setIsOver] = useState(false)
  const accept = (file: File | undefined) => {
    if (file) onFile(file)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    accept(event.dataTransfer.files[0])
  }
  return (
    <label
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
      className={cx(
        'relative flex cursor-pointer items-center gap-4 rounded-card border-2 border-line-strong/50 border-dashed px-5 py-5 transition-colors hover:border-action hover:bg-action-soft focus-within:border-action focus-within:outline-2 focus-within:outline-action focus-within:outline-offset-2',
        isOver && 'border-action bg-action-soft',
      )}
    >
      <FileUp aria-hidden className="size-7 shrink-0 text-action" />
      <span className="min-w-0">
        <span className="wrap-anywhere block font-semibold">{name ?? 'Choose a CSV file'}</span>
        <span className="block text-muted text-sm">
          {name ? 'Choose or drop a different file' : 'or drop it here (5 MB max)'}
        </span>
      </span>
      <input
        type="file"
        accept=".csv,text/csv"
        className="absolute inset-0 cursor-pointer opacity-0"
        onChange={(event) => {
          accept(event.target.files?.[0])
          // Lets the user select the same file again after editing it.
          event.target.value = ''
        }}
      />
    </label>
  )
}
