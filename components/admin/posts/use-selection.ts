'use client'

import { useState } from 'react'
import { toSelected, type SelectedPost } from './changes.ts'

type Selected = ReadonlyMap<string, SelectedPost>
const none: Selected = new Map()

/** `scope` names the search and filters; another scope starts empty. */
export function useSelection(scope: string) {
  const [state, setState] = useState({ scope, selected: none })
  const selected = state.scope === scope ? state.selected : none
  const replace = (posts: Iterable<SelectedPost>) =>
    setState({
      scope,
      selected: new Map([...posts].map((post) => [post.id, toSelected(post)])),
    })

  return {
    selected,
    replace,
    toggle(posts: SelectedPost[], on: boolean) {
      const toggled = new Set(posts.map(({ id }) => id))
      const others = [...selected.values()].filter(({ id }) => !toggled.has(id))
      replace(on ? [...others, ...posts] : others)
    },
  }
}

export type Selection = ReturnType<typeof useSelection>
