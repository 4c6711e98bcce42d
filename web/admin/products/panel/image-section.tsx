import { ImageUp } from 'lucide-react'
import { useId, useState } from 'react'
import { IMAGE_MAX_BYTES, type StaffProduct } from '#contract/staff/products.ts'
import { PanelSection } from '#web/admin/detail/panel-section.tsx'
import { useSave } from '#web/admin/form/use-save.ts'
import { failureText, hasStatus } from '#web/api/failures.ts'
import { setProductImage } from '#web/api/staff/products.ts'
import { ProductImage } from '#web/shared/product-image.tsx'
import { buttonClass } from '#web/ui/button.tsx'

const TOO_LARGE = 'Choose an image of up to 10 MB.'
const types = ['image/jpeg', 'image/png', 'image/webp']

/** Shows the image as customers see it, and replaces it. */
export function ImageSection({ product, canWrite }: { product: StaffProduct; canWrite: boolean }) {
  const [problem, setProblem] = useState('')
  const id = useId()
  const { mutate, isPending } = useSave({
    save: (file: File) => setProductImage(product.id, file),
    onDone: () => undefined,
    onFailure: async (error) => {
      const fallback = 'Failed to save the image. Try again.'
      setProblem(hasStatus(error, 413) ? TOO_LARGE : failureText(error, fallback))
      return true
    },
    successMessage: 'Image saved',
    errorMessage: 'Failed to save the image',
  })

  function upload(file: File | undefined) {
    setProblem('')
    if (!file || isPending) return
    if (file.size > IMAGE_MAX_BYTES) return setProblem(TOO_LARGE)
    if (!types.includes(file.type)) return setProblem('Choose a JPEG, PNG or WebP image.')
    mutate(file)
  }

  return (
    <PanelSection title="Image">
      <div className="flex items-center gap-4">
        <div className="grid h-36 w-28 shrink-0 place-items-center rounded-control bg-linear-to-b from-surface-soft to-action-soft p-2">
          <ProductImage
            key={product.imageUrl}
            imageUrl={product.imageUrl}
            name={product.name}
            sizes="112px"
            className="h-full w-auto max-w-full"
          />
        </div>
        {canWrite ? (
          <div className="flex min-w-0 flex-col gap-2">
            <label
              className={buttonClass(
                'secondary',
                'small',
                'relative cursor-pointer focus-within:outline-2 focus-within:outline-action focus-within:outline-offset-2',
              )}
            >
              <ImageUp aria-hidden className="size-4" />
              {isPending ? 'Saving...' : 'Choose image'}
              <input
                type="file"
                accept={types.join(',')}
                aria-describedby={`${id}-hint ${id}-problem`}
                aria-busy={isPending}
                className="absolute inset-0 cursor-pointer opacity-0"
                onChange={(event) => {
                  upload(event.target.files?.[0])
                  // Lets the user select the same file again.
                  event.target.value = ''
                }}
              />
            </label>
            <p id={`${id}-hint`} className="text-muted text-sm">
              JPEG, PNG or WebP, up to 10 MB. Upright images fit best.
            </p>
            <p
              id={`${id}-problem`}
              aria-live="polite"
              className="font-medium text-danger text-sm empty:hidden"
            >
              {problem}
            </p>
          </div>
        ) : null}
      </div>
    </PanelSection>
  )
}
