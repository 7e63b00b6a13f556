'use client'

import { useState } from 'react'
import type { ChosenPost } from './change-posts.ts'

type Chosen = ReadonlyMap<string, ChosenPost>
const none: Chosen = new Map()

/** Selected posts, across the pages of one narrowing of the list: what another search shows is selected anew. */
export function useSelection(scope: string) {
  const [held, hold] = useState({ scope, chosen: none })
  const chosen = held.scope === scope ? held.chosen : none
  const replace = (posts: Iterable<ChosenPost>) =>
    hold({ scope, chosen: new Map([...posts].map(({ id, title }) => [id, { id, title }])) })

  return {
    chosen,
    replace,
    toggle(posts: ChosenPost[], on: boolean) {
      const toggled = new Set(posts.map(({ id }) => id))
      const others = [...chosen.values()].filter(({ id }) => !toggled.has(id))
      replace(on ? [...others, ...posts] : others)
    },
  }
}

export type Selection = ReturnType<typeof useSelection>
