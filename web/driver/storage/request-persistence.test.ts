import { expect, test } from 'vitest'
import { requestPersistence } from './request-persistence.ts'

test('the storage asks to be kept when space runs low', async () => {
  const storage = {
    isPersistent: false,
    async persist() {
      this.isPersistent = true
      return true
    },
  }
  expect(await requestPersistence(storage)).toBe(true)
  expect(storage.isPersistent).toBe(true)
})

test('a browser that refuses, fails or lacks the call does not stop the app', async () => {
  expect(await requestPersistence({ persist: async () => false })).toBe(false)
  const failing = { persist: () => Promise.reject(new TypeError('insecure')) }
  expect(await requestPersistence(failing)).toBe(false)
  expect(await requestPersistence({})).toBe(false)
  expect(await requestPersistence(undefined)).toBe(false)
})
