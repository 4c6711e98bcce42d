/**
 * Asks the browser not to clear the storage when space runs low. The app works without it too: older
 * phones don't have the call, and a browser may refuse.
 */
export async function requestPersistence(
  storage: Partial<Pick<StorageManager, 'persist'>> | undefined,
): Promise<boolean> {
  try {
    return (await storage?.persist?.()) ?? false
  } catch {
    return false
  }
}
