type Hours = { from: string; to: string }

/** '8:00 AM – 12:00 PM' */
export const windowText = ({ from, to }: Hours): string => `${timeText(from)} – ${timeText(to)}`

export function timeText(time: string): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const half = hours < 12 ? 'AM' : 'PM'
  return `${hours % 12 || 12}:${String(minutes).padStart(2, '0')} ${half}`
}

export const isSameWindow = (left: Hours, right: Hours): boolean =>
  left.from === right.from && left.to === right.to
