// Runs as a separate process, so that a test can end it during a verification.
import { verifyBackup } from '#server/backup/verify-backup.ts'
import { silentLog } from '../test-runtime.ts'

const [path = ''] = process.argv.slice(2)

process.on('message', () => process.exit(0))
await verifyBackup({ path, secret: undefined, log: silentLog })
