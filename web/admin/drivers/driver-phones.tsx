import { useMutation, useQuery } from '@tanstack/react-query'
import type { DriverDevice } from '#contract/driver/endpoints.ts'
import type { Driver } from '#contract/routes/drivers.ts'
import { QrImage } from '#web/admin/account/two-step/qr-image.tsx'
import { useSave } from '#web/admin/form/use-save.ts'
import { useRefreshLists } from '#web/admin/list/use-refresh-lists.ts'
import { failureText, hasCode } from '#web/api/failures.ts'
import { createSignInLink, driverDevicesQuery, endDevice } from '#web/api/routes/driver-devices.ts'
import { formatDateTime } from '#web/shared/instant.ts'
import { LoadError } from '#web/shared/load-error.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { LoadingList } from '#web/ui/loading-list.tsx'

/** Rule 54: how a driver logs in on a phone, and the phones on which they did. */
export function DriverPhones({ driver }: { driver: Driver }) {
  const link = useMutation({ mutationFn: () => createSignInLink(driver.id) })
  return (
    <section aria-label={`Phones of ${driver.name}`} className="flex flex-col gap-4">
      {link.data ? (
        <LoginLink driver={driver} {...link.data} />
      ) : (
        <p className="text-muted text-sm">
          Show a login code and let {driver.name} scan it with the phone. It works once, for 10
          minutes.
        </p>
      )}
      {driver.isDisabled ? null : (
        <Button
          variant="secondary"
          size="small"
          className="self-start"
          disabled={link.isPending}
          onClick={() => link.mutate()}
        >
          {link.data ? 'Show a new code' : 'Show login code'}
        </Button>
      )}
      {link.error ? (
        <p role="alert" className="text-danger text-sm">
          {failureText(link.error, 'Failed to make a login code')}
        </p>
      ) : null}
      <Phones driver={driver} />
    </section>
  )
}

function LoginLink({ driver, url, expiresAt }: { driver: Driver; url: string; expiresAt: string }) {
  return (
    <div className="flex flex-col gap-3">
      <QrImage text={url} label={`Login code of ${driver.name}`} />
      <p className="text-muted text-sm">
        Works once, until {formatDateTime(expiresAt)}. Or open this link on the phone:
      </p>
      <a href={url} className="wrap-anywhere text-action text-sm underline">
        {url}
      </a>
    </div>
  )
}

function Phones({ driver }: { driver: Driver }) {
  const { data: devices, error, refetch } = useQuery(driverDevicesQuery(driver.id))
  if (!devices) {
    return error ? (
      <LoadError
        title="We couldn't load the phones"
        text="Try again in a moment."
        error={error}
        onRetry={() => void refetch()}
      />
    ) : (
      <LoadingList label="Loading phones" />
    )
  }
  if (devices.length === 0) {
    return <p className="text-muted text-sm">No phones yet. They'll appear here after a login.</p>
  }
  return (
    <ul className="flex flex-col gap-2">
      {devices.map((device) => (
        <Phone key={device.id} driver={driver} device={device} />
      ))}
    </ul>
  )
}

function Phone({ driver, device }: { driver: Driver; device: DriverDevice }) {
  const refreshLists = useRefreshLists()
  const { mutate, isPending } = useSave<string>({
    save: (deviceId) => endDevice(driver.id, deviceId),
    onDone: () => {},
    onFailure: async (failure) => {
      if (hasCode(failure, 'stale')) await refreshLists()
      return false
    },
    successMessage: 'Phone logged out',
    errorMessage: 'Failed to log the phone out',
  })
  return (
    <li className="flex flex-wrap items-center justify-between gap-2 text-sm">
      <span className="wrap-anywhere min-w-0">
        {device.browser}
        <span className="text-muted"> · last used {formatDateTime(device.seenAt)}</span>
      </span>
      {device.isActive ? (
        <Button
          variant="secondary"
          size="small"
          aria-label={`Log out ${device.browser}`}
          disabled={isPending}
          onClick={() => mutate(device.id)}
        >
          Log out
        </Button>
      ) : (
        <Badge tone="neutral">Logged out</Badge>
      )}
    </li>
  )
}
