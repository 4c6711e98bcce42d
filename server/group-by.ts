/** Replaces `Map.groupBy`, which Node 20 does not have. */
export function groupBy<Key, Item>(items: Iterable<Item>, toKey: (item: Item) => Key) {
  const groups = new Map<Key, Item[]>()
  for (const item of items) {
    const key = toKey(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}
