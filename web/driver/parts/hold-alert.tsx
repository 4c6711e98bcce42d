import { Alert } from '#web/ui/alert.tsx'

export const HoldAlert = () => (
  <Alert tone="danger" title="Don't leave bottles">
    This delivery isn't paid. You can take empties.
  </Alert>
)
