import { KeyRound } from 'lucide-react'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ScreenFrame } from '../parts/screen-frame.tsx'

export function LoggedOutScreen() {
  return (
    <ScreenFrame title="Driver">
      <EmptyState
        icon={KeyRound}
        title="You're not logged in"
        text="Ask the office for a login link or code, and open it on this phone. What you haven't sent yet stays here and is still sent."
      />
    </ScreenFrame>
  )
}
