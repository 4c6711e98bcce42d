import { useEffect, useState } from 'react'

/** Returns the value once it has stayed the same for a while. Values with equal JSON are the same. */
export function useDebounced<Value>(value: Value, delayMs: number): Value {
  const [debounced, setDebounced] = useState(value)
  const key = JSON.stringify(value)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key represents the value
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), delayMs)
    return () => clearTimeout(timer)
  }, [key, delayMs])
  return debounced
}
