'use client'

import { createContext, useContext } from 'react'
import type { EditorMode } from '#contract/preferences.ts'
import { can, canEditPost, type Ability, type Role } from '#contract/roles.ts'

interface Viewer {
  role: Role
  name?: string
  author?: string | undefined
  email?: string
  editorMode?: EditorMode | null | undefined
}

export const RoleContext = createContext<Viewer>({ role: 'author' })

export const useRole = () => useContext(RoleContext).role

export const useCan = (ability: Ability) => can(useRole(), ability)

export const useIsOwnName = (name: string | null | undefined) => name === useContext(RoleContext).name

export function useCanEdit() {
  const viewer = useContext(RoleContext)
  return (post: Parameters<typeof canEditPost>[1]) => canEditPost(viewer, post)
}

export function useAllowed<Item extends { ability?: Ability }>(items: readonly Item[]): Item[] {
  const role = useRole()
  return items.filter(({ ability }) => ability === undefined || can(role, ability))
}
