import { Button } from '#web/ui/button.tsx'
import { ProblemAlert } from './problem-alert.tsx'

type SaveButtonProps = {
  problem: string | null
  onSave: () => void
  label?: string
  variant?: 'primary' | 'secondary'
}

/**
 * The message stands directly above the button that was tapped. Another label is another button, so
 * that the second tap of a double tap does not reach it.
 */
export function SaveButton({
  problem,
  onSave,
  label = 'Save',
  variant = 'primary',
}: SaveButtonProps) {
  return (
    <>
      <ProblemAlert problem={problem} />
      <Button
        key={label}
        variant={variant}
        size="large"
        className="min-h-14 w-full text-lg"
        onClick={onSave}
      >
        {label}
      </Button>
    </>
  )
}
