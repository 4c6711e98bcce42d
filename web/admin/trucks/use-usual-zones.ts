import { useQuery } from '@tanstack/react-query'
import { weekdayNames } from '#contract/zones/route-day-text.ts'
import { useCan } from '#web/admin/layout/use-can.ts'
import { zonesQuery } from '#web/api/staff/zones.ts'

/** 'Usual truck of North (Monday, Thursday).' A zone has its usual truck. */
export function useUsualZones(truckId: string): string | undefined {
  const can = useCan()
  const { data } = useQuery({ ...zonesQuery, enabled: can('zones.read') })
  if (!data) return undefined
  const zones = data.flatMap(({ name, routeDays }) => {
    const days = routeDays.filter((day) => day.truckId === truckId)
    const names = [...new Set(days.map(({ weekday }) => weekdayNames[weekday] ?? ''))]
    return names.length > 0 ? [`${name} (${names.join(', ')})`] : []
  })
  return zones.length > 0
    ? `Usual zones: ${zones.join(', ')}. Change them on the zones page.`
    : 'Usual zones: none. Choose a usual truck on the zones page.'
}
