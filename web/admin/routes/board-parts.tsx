type BoardPartsProps = { unplanned: number; hasMap: boolean }

/** Jumps to the parts of the board where they are below each other, as on phones. */
export function BoardParts({ unplanned, hasMap }: BoardPartsProps) {
  const parts = [
    { href: '#board-trucks', label: 'Trucks' },
    { href: '#board-pool', label: `Unplanned (${unplanned})` },
    ...(hasMap ? [{ href: '#board-map', label: 'Map' }] : []),
  ]
  return (
    <nav aria-label="Parts of the board" className="mb-3 @2xl:hidden">
      <ul className="flex gap-2">
        {parts.map(({ href, label }) => (
          <li key={href} className="flex-1">
            <a
              href={href}
              className="flex min-h-11 items-center justify-center rounded-full border whitespace-nowrap border-line bg-surface px-2 font-semibold text-sm hover:border-action hover:text-action"
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
