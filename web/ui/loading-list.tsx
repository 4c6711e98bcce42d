import { Card } from './card.tsx'
import { Skeleton } from './skeleton.tsx'

/** Placeholder of a list that is loading. */
export function LoadingList({ label }: { label: string }) {
  return (
    <Card aria-label={label} aria-busy className="flex flex-col gap-4 p-6">
      <Skeleton className="h-6 w-1/3" />
      <Skeleton className="h-10" />
      <Skeleton className="h-10" />
      <Skeleton className="h-10" />
    </Card>
  )
}
