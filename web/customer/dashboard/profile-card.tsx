import { useQuery } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { profileQuery } from '#web/api/profile.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardBody, CardHeader, CardTitle } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ProfileDialog } from './profile-dialog.tsx'

export function ProfileCard() {
  const { data: profile, isError, isPending, refetch } = useQuery(profileQuery)
  const [isEditing, setIsEditing] = useState(false)
  return (
    <Card aria-labelledby="profile" aria-busy={isPending}>
      <CardHeader className="flex-row items-center justify-between">
        <CardTitle id="profile">Profile</CardTitle>
        {profile ? (
          <Button variant="secondary" size="small" onClick={() => setIsEditing(true)}>
            <Pencil aria-hidden className="size-4" />
            Edit profile
          </Button>
        ) : null}
      </CardHeader>
      <CardBody>
        {profile ? (
          <dl className="grid grid-cols-[repeat(auto-fit,minmax(13rem,1fr))] gap-5">
            <ProfileField name="Email" value={profile.email} />
            <ProfileField name="Name" value={profile.name} />
            <ProfileField name="Phone" value={profile.phone} />
          </dl>
        ) : isError ? (
          <Alert
            tone="danger"
            title="Failed to load profile"
            action={
              <Button variant="secondary" size="small" onClick={() => void refetch()}>
                Try again
              </Button>
            }
          />
        ) : (
          <div className="grid grid-cols-[repeat(auto-fit,minmax(13rem,1fr))] gap-5">
            <Skeleton className="h-11" />
            <Skeleton className="h-11" />
            <Skeleton className="h-11" />
          </div>
        )}
      </CardBody>
      {profile && isEditing ? (
        <ProfileDialog profile={profile} onClose={() => setIsEditing(false)} />
      ) : null}
    </Card>
  )
}

function ProfileField({ name, value }: { name: string; value: string | null | undefined }) {
  if (!value) return null
  return (
    <div className="wrap-anywhere">
      <dt className="text-muted text-sm">{name}</dt>
      <dd className="font-semibold">{value}</dd>
    </div>
  )
}
