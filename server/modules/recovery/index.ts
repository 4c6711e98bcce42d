export { latestBackups, recordBackup, recordRemoved, recordVerified } from './backup-history.ts'
export { assertNotPaused, findPause, pauseShop } from './pause.ts'
