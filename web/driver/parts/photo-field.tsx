import { useId, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { photoPreview, preparePhoto } from '../photo.ts'
import type { NewPhoto } from '../storage/outbox.ts'

type PhotoFieldProps = {
  label: string
  photo: NewPhoto | null
  onChange: (photo: NewPhoto | null) => void
  error?: string | undefined
}

const UNREADABLE = 'This file is no picture that your phone can read. Take another photo.'

export function PhotoField({ label, photo, onChange, error }: PhotoFieldProps) {
  const id = useId()
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const message = problem ?? error

  const take = async (file: File | undefined) => {
    if (!file) return
    setIsBusy(true)
    const prepared = await preparePhoto(file).catch(() => undefined)
    setIsBusy(false)
    setProblem(prepared ? null : UNREADABLE)
    if (prepared) onChange(prepared)
  }

  return (
    <div className="flex flex-col gap-2">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <input
        id={id}
        type="file"
        accept="image/*"
        capture="environment"
        aria-invalid={message ? true : undefined}
        aria-describedby={`${id}-message`}
        onChange={({ target }) => void take(target.files?.[0])}
        className="w-full rounded-control border-2 border-line-strong bg-surface p-2 text-base file:mr-3 file:min-h-12 file:rounded-control file:border-0 file:bg-action file:px-4 file:font-semibold file:text-on-action"
      />
      <p id={`${id}-message`} aria-live="polite" className="font-medium text-danger text-sm">
        {isBusy ? 'Preparing the photo…' : message}
      </p>
      {photo ? (
        <div className="flex items-center gap-3">
          <img
            src={photoPreview(photo)}
            alt="What you took"
            className="h-28 rounded-control border border-line object-cover"
          />
          <Button variant="secondary" onClick={() => onChange(null)}>
            Remove photo
          </Button>
        </div>
      ) : null}
    </div>
  )
}
