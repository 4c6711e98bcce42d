/** A file that was written. */
export type WrittenBackup = { path: string; bytes: number; takenAt: Date }

/** Writes, checks and removes backup files. */
export type BackupStore = {
  /** Used unless the settings name another folder. */
  defaultFolder: string
  /** Nightly backups are on by default: no one else takes them. */
  isEmbedded: boolean
  write(folder: string): Promise<WrittenBackup>
  /** Loads it into a scratch database; throws if anything differs. */
  verify(path: string): Promise<void>
  remove(path: string): Promise<void>
}
