import { Camera } from 'lucide-react'
import { useId, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { photoPreview, preparePhoto } from '../photo.ts'
import type { NewPhoto } from '../storage/outbox.ts'

type PhotoFieldProps = {
  label: string
  photo: NewPhoto | null
  onChange: (photo: NewPhoto | null) => void
  /** Ends once a photo that was taken is ready and passed to `onChange`. */
  onTake: (work: Promise<void>) => void
  error?: string | undefined
}

const UNREADABLE = "We couldn't read this photo. Take another one."

export function PhotoField({ label, photo, onChange, onTake, error }: PhotoFieldProps) {
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
      <div className="relative flex min-h-14 items-center justify-center gap-2 rounded-control border-2 border-line-strong bg-surface font-semibold has-focus-visible:outline-3 has-focus-visible:outline-action has-focus-visible:outline-offset-2">
        <Camera aria-hidden className="size-6 shrink-0" />
        <span aria-hidden>{photo ? 'Take another photo' : 'Take photo'}</span>
        <input
          id={id}
          type="file"
          accept="image/*"
          capture="environment"
          aria-invalid={message ? true : undefined}
          aria-describedby={`${id}-message`}
          onChange={({ target }) => onTake(take(target.files?.[0]))}
          className="absolute inset-0 size-full cursor-pointer opacity-0"
        />
      </div>
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
