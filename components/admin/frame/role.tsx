'use client'

import { createContext, useContext, useMemo, useState, type ReactNode } from 'react'
import type { EditorMode } from '#contract/preferences.ts'
import { can, canEditPost, type Ability, type Role } from '#contract/roles.ts'
import { useRefetchOnNavigation, useServedUser } from './use-stats.ts'

interface Viewer {
  account: string
  role: Role
  name?: string | undefined
  author?: string | undefined
  email?: string
  editorMode?: EditorMode | null | undefined
}

export const RoleContext = createContext<Viewer>({ account: '', role: 'author' })

/** The layout with the user is not loaded again during a visit, while an owner or another tab may change the user. */
export function RoleProvider({ user, children }: { user: Viewer; children: ReactNode }) {
  useRefetchOnNavigation()
  const { served, servedAt } = useServedUser()
  const [layout, setLayout] = useState({ user, servedAt })
  // A refreshed layout is newer than what was served before it.
  if (layout.user !== user) setLayout({ user, servedAt })
  const { name, role, author } = { ...user, ...(servedAt !== layout.servedAt && served) }
  const viewer = useMemo(() => ({ ...user, name, role, author }), [user, name, role, author])
  return <RoleContext value={viewer}>{children}</RoleContext>
}

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
