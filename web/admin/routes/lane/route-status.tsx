import { type BadgeStyle, StatusBadge } from '#web/shared/status-badge.tsx'

const styles: Record<string, BadgeStyle> = {
  draft: ['Draft', 'neutral'],
  published: ['Published', 'info'],
  out: ['Out', 'aqua'],
  closed: ['Closed', 'success'],
}

export const RouteStatusBadge = ({ status }: { status: string }) => (
  <StatusBadge styles={styles} status={status} />
)
