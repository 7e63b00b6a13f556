export const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&')

export const likePart = (part: string) => `%${escapeLike(part.toLowerCase())}%`

/** Databases limit the number of parameters of a statement. */
export function* batchesOf<Value>(values: readonly Value[], size = 500): Generator<Value[]> {
  for (let start = 0; start < values.length; start += size) yield values.slice(start, start + size)
}
