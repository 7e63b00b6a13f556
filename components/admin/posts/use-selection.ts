'use client'

import { useState } from 'react'
import { toast } from 'sonner'
import { endedText } from '../api.ts'
import { replaceToast } from '../ui/toasts.ts'
import { useSessionEnding } from '../ui/use-session-ending.ts'
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
  if (state.scope !== scope) setState({ scope, selected: none })
  const { selected, last } = state
  useSessionEnding(() => {
    if (selected.size > 0) replaceToast('session', () => toast.error(endedText))
    return selected.size > 0
  })
  /** Leaves the selection of another scope, because a change of posts may end after a change of the filters. */
  const update = (change: (current: Selected) => Iterable<SelectedPost>, lastToggled?: string) =>
    setState((current) => {
      if (current.scope !== scope) return current
      const posts = [...change(current.selected)].map((post) => [post.id, toSelected(post)] as const)
      return { scope, selected: new Map(posts), last: lastToggled }
    })
  const replace = (posts: Iterable<SelectedPost>) => update(() => posts)
  const toggle = (posts: SelectedPost[], on: boolean, lastToggled?: string) => {
    const toggled = new Set(posts.map(({ id }) => id))
    update((current) => {
      const others = [...current.values()].filter(({ id }) => !toggled.has(id))
      return on ? [...others, ...posts] : others
    }, lastToggled)
  }

  return {
    selected,
    replace,
    toggle,
    toggleOne: (post: SelectedPost, on: boolean) => toggle([post], on, post.id),
    toggleRange(listed: SelectedPost[], post: SelectedPost, on: boolean) {
      const ids = listed.map(({ id }) => id)
      const end = ids.indexOf(post.id)
      const start = last !== undefined && ids.includes(last) ? ids.indexOf(last) : end
      toggle(listed.slice(Math.min(start, end), Math.max(start, end) + 1), on, post.id)
    },
  }
}

export type Selection = ReturnType<typeof useSelection>
