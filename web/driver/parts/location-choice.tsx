type LocationChoiceProps = { isAllowed: boolean; onChange: (isAllowed: boolean) => void }

export const LocationChoice = ({ isAllowed, onChange }: LocationChoiceProps) => (
  <label className="flex min-h-14 cursor-pointer items-center gap-3 font-semibold">
    <input
      type="checkbox"
      checked={isAllowed}
      onChange={({ target }) => onChange(target.checked)}
      className="size-6 shrink-0 accent-action"
    />
    Share my location at stops
  </label>
)
