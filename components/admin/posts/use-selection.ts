'use client'

import { useState } from 'react'
import { toSelected, type SelectedPost } from './changes.ts'

type Selected = ReadonlyMap<string, SelectedPost>
const none: Selected = new Map()

interface SelectionState {
  scope: string
  selected: Selected
  last?: string | undefined
}

/** `scope` names the search and filters; another scope starts empty. */
export function useSelection(scope: string) {
  const [state, setState] = useState<SelectionState>({ scope, selected: none })
  const { selected, last } = state.scope === scope ? state : { selected: none }
  const replace = (posts: Iterable<SelectedPost>, lastToggled?: string) =>
    setState({
      scope,
      selected: new Map([...posts].map((post) => [post.id, toSelected(post)])),
      last: lastToggled,
    })
  const toggle = (posts: SelectedPost[], on: boolean, lastToggled?: string) => {
    const toggled = new Set(posts.map(({ id }) => id))
    const others = [...selected.values()].filter(({ id }) => !toggled.has(id))
    replace(on ? [...others, ...posts] : others, lastToggled)
  }

  return {
    selected,
    replace,
    toggle,
    toggleOne: (post: SelectedPost, on: boolean) => toggle([post], on, post.id),
    /** Toggles from the post that was toggled last, when it is listed, to this one. */
    toggleRange(listed: SelectedPost[], post: SelectedPost, on: boolean) {
      const ids = listed.map(({ id }) => id)
      const end = ids.indexOf(post.id)
      const start = last !== undefined && ids.includes(last) ? ids.indexOf(last) : end
      toggle(listed.slice(Math.min(start, end), Math.max(start, end) + 1), on, post.id)
    },
  }
}

export type Selection = ReturnType<typeof useSelection>
