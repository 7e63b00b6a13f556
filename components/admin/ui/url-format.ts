interface Query {
  get(name: string): string | null
}

/** Without `use client`, because pages also parse their state on the server. */
export interface UrlFormat<State> {
  parse: (query: Query) => State
  toHref: (state: State) => string
}

export type SearchParams = Record<string, string | string[] | undefined>

export const firstValues = (params: SearchParams): Query => ({
  get: (name) => [params[name]].flat().at(0) ?? null,
})

export const readParams = (query: Query, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, query.get(name) ?? undefined]))

/** Leaves out empty parameters and the number of the first page. */
export function toSearchParams(params: Record<string, string | number | null | undefined>): URLSearchParams {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(params))
    if (value && !(name === 'page' && value === 1)) query.set(name, String(value))
  return query
}

export const toHref = (path: string, query: URLSearchParams) => (query.size > 0 ? `${path}?${query}` : path)
