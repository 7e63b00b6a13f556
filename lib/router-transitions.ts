type Listener = (url: string) => void

const listeners = new Set<Listener>()

/** Called by the router inside the transition that ends when the page of the URL is shown. */
export function startRouterTransition(url: string) {
  for (const listener of listeners) listener(url)
}

export function onRouterTransition(listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
