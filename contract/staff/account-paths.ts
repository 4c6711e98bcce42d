/** Paths of the staff accounts. Separate from contract/paths.ts, which the home page loads. */
export const accountPaths = {
  staff: '/api/admin/staff',
  member: '/api/admin/staff/:id',
  invitations: '/api/admin/staff/invitations',
  invitation: '/api/admin/staff/invitations/:id',
  resetPassword: '/api/admin/staff/:id/reset-password',
  memberSessions: '/api/admin/staff/:id/sessions',
  setPassword: '/api/admin/set-password',
  ownSessions: '/api/admin/account/sessions',
  ownPassword: '/api/admin/account/password',
} as const
