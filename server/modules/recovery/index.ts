export { latestBackups, recordBackup, recordVerified } from './backup-history.ts'
export { backUpNightly } from './nightly-backup.ts'
export {
  assertNotPaused,
  assertNotPausedForStaff,
  findEndedPause,
  findPause,
  isPaused,
  type PauseRow,
  pauseShop,
  recordComparison,
  unlessPaused,
} from './pause.ts'
export type { BackupStore } from './port.ts'
export { resumeShop } from './resume-shop.ts'
export { recoveryRoutes } from './routes.ts'
export type { Comparison } from './types.ts'
