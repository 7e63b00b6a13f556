export const areEqual = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

export function listChanges(base: object, edited: object): Record<string, unknown> {
  const before = new Map<string, unknown>(Object.entries(base))
  return Object.fromEntries(
    Object.entries(edited).filter(([name, value]) => !areEqual(value, before.get(name))),
  )
}

export const mergeFields = <Fields extends object>(base: Fields, mine: Fields, theirs: Fields): Fields => ({
  ...theirs,
  ...listChanges(base, mine),
})

/** A field that both changed to the same value is no conflict. */
export function hasConflict(base: object, changes: object, theirs: object): boolean {
  const differing = listChanges(theirs, changes)
  return Object.keys(listChanges(base, theirs)).some((name) => name in differing)
}
