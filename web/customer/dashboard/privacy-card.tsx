import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { failureText } from '#web/api/failures.ts'
import { exportPersonalData } from '#web/api/profile.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardBody, CardHeader, CardTitle } from '#web/ui/card.tsx'
import { toast } from '#web/ui/overlay/use-toast.ts'
import { EraseDialog } from './erase-dialog.tsx'
import { saveFile } from './save-file.ts'

export function PrivacyCard() {
  const [isErasing, setIsErasing] = useState(false)
  const { mutate, isPending } = useMutation({
    mutationFn: exportPersonalData,
    onSuccess: (data) => saveFile('my-data.json', JSON.stringify(data, null, 2)),
    onError: (error) =>
      toast({
        title: 'Error',
        description: failureText(error, 'Failed to download your data'),
        variant: 'destructive',
      }),
  })
  return (
    <Card aria-labelledby="privacy">
      <CardHeader>
        <CardTitle id="privacy">Your data</CardTitle>
        <p className="text-muted text-sm">Download a copy of your data, or delete your account.</p>
      </CardHeader>
      <CardBody className="flex flex-wrap gap-3">
        <Button variant="secondary" disabled={isPending} onClick={() => mutate()}>
          <Download aria-hidden className="size-4" />
          Download my data
        </Button>
        <Button variant="dangerSubtle" onClick={() => setIsErasing(true)}>
          Delete my account
        </Button>
      </CardBody>
      <EraseDialog open={isErasing} onOpenChange={setIsErasing} />
    </Card>
  )
}
