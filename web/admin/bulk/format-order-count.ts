export const formatOrderCount = (count: number) => (count === 1 ? '1 order' : `${count} orders`)
