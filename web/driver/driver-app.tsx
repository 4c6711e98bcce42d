import { useEffect, useState } from 'react'
import { Spinner } from '#web/ui/spinner.tsx'
import type { StopView } from './route/stop-view.ts'
import { AddStopScreen } from './screens/add-stop-screen.tsx'
import { DeliveredScreen } from './screens/delivered-screen.tsx'
import { EndScreen } from './screens/end-screen.tsx'
import { LoadScreen } from './screens/load-screen.tsx'
import { LoggedOutScreen } from './screens/logged-out-screen.tsx'
import { NotDeliveredScreen } from './screens/not-delivered-screen.tsx'
import { PaymentScreen } from './screens/payment-screen.tsx'
import { RouteScreen } from './screens/route-screen.tsx'
import { SignInScreen } from './screens/sign-in-screen.tsx'
import { StopScreen } from './screens/stop-screen.tsx'
import { StorageScreen } from './screens/storage-screen.tsx'
import { UnsentScreen } from './screens/unsent-screen.tsx'
import { useDriver, useHash } from './use-driver.ts'
import { type OpenRoute, useOpenRoute } from './use-open-route.ts'

export function DriverApp() {
  const { state } = useDriver()
  const hash = useHash()
  const open = useOpenRoute()
  const token = new URLSearchParams(location.search).get('token')

  if (!state.isReady) return <Starting hasProblem={state.hasStorageProblem} />
  if (location.pathname === '/driver/sign-in') return <SignInScreen token={token} />
  if (hash[0] === 'unsent') return <UnsentScreen />
  if (!state.device || hash[0] === 'login') return <LoggedOutScreen />
  return <RoutedScreen hash={hash} open={open} />
}

/** Broken storage may also hang. */
const START_MS = 15_000

function Starting({ hasProblem }: { hasProblem: boolean }) {
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), START_MS)
    return () => clearTimeout(timer)
  }, [])
  if (hasProblem || isLate) return <StorageScreen />
  return (
    <main className="grid min-h-dvh place-items-center">
      <Spinner label="Loading your route" />
    </main>
  )
}

function RoutedScreen({ hash, open }: { hash: string[]; open: OpenRoute | null }) {
  const [screen, id, form] = hash
  if (!open) return <RouteScreen open={null} />
  if (screen === 'load') return <LoadScreen key={id} open={open} trip={Number(id)} />
  if (screen === 'add-stop') return <AddStopScreen open={open} />
  if (screen === 'end') return <EndScreen open={open} />
  const isShown = ({ stop }: StopView) => stop.id === id
  const visit = open.view.visits.find(({ deliveries }) => deliveries.some(isShown))
  const view = visit?.deliveries.find(isShown)
  if (screen !== 'stop' || !visit || !view) return <RouteScreen open={open} />
  if (form === 'delivered')
    return <DeliveredScreen key={id} open={open} visit={visit} view={view} />
  if (form === 'not-delivered') return <NotDeliveredScreen key={id} visit={visit} view={view} />
  if (form === 'payment') return <PaymentScreen key={id} visit={visit} view={view} />
  return <StopScreen key={id} visit={visit} view={view} />
}
